import type { WorkspaceId } from '@contract'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Desk, verbs } from '../../commands/index.ts'
import { acme, draw, launch, openDesk, radar } from '../../panes/testing.tsx'
import { ready, valueOf, words } from '../../state/index.ts'
import { LeftList } from '../list/left-list.tsx'
import { Composer } from '../run/composer.tsx'
import { WorkspaceBanners } from './workspace-banners.tsx'

const say = words.trustScreen.trust

afterEach(cleanup)

async function show(workspaceId: WorkspaceId, change: (desk: Desk) => void = () => {}) {
  const opened = await openDesk({ workspaceId })
  change(opened.desk)
  draw(
    opened.desk,
    <>
      <WorkspaceBanners />
      <LeftList />
      <Composer workspaceId={workspaceId} />
    </>,
  )
  return opened
}

describe('the banners of a workspace', () => {
  it('say that nothing was run, and open the trust screen', async () => {
    const { stores, asked } = await show(acme)
    const [banner] = screen.getAllByRole('note')
    expect(banner?.textContent).toContain(say.banner)
    fireEvent.click(screen.getAllByRole('button', { name: say.bannerAction })[0] as HTMLElement)
    expect(stores.contract.getState().section[acme]).toBe('trust')
    expect(asked).toEqual(['contract'])
  })

  it('say how many things wait, also at the workspace in the list', async () => {
    const { stores } = await show(radar)
    expect(screen.getByText(say.bannerReview(2))).toBeTruthy()
    expect(screen.getByRole('button', { name: /Research radar.*2 things to review/ })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: say.bannerReviewAction }))
    expect(stores.contract.getState().section[radar]).toBe('trust')
  })

  it('say nothing of trust where nothing waits', async () => {
    await show(launch)
    expect(screen.queryByRole('note')).toBeNull()
  })

  it('offer an import where there is no workspace.yaml', async () => {
    const { stores } = await show(launch, (desk) => {
      const view = valueOf(desk.stores.workspaces.getState().views[launch])
      const at = { file: 'workspace.yaml' }
      const finding = { severity: 'error', code: 'workspace_missing', message: 'None.', at } as const
      if (view)
        desk.stores.workspaces.setState({ views: { [launch]: ready({ ...view, diagnostics: [finding] }) } })
    })
    fireEvent.click(screen.getByRole('button', { name: say.bannerImport }))
    expect(stores.contract.getState().section[launch]).toBe('import')
  })
})

describe('the composer of a folder that is not trusted', () => {
  it('offers the same button beside the reason, and beside a refusal', async () => {
    const { stores } = await show(acme)
    expect(screen.getAllByRole('button', { name: say.bannerAction })).toHaveLength(2)
    cleanup()
    await show(launch, (desk) =>
      desk.stores.composer.setState({
        fault: { owner: 'operator', code: 'not_trusted', message: 'Not trusted.', retry: 'no' },
      }),
    )
    expect(screen.getByRole('button', { name: say.bannerAction })).toBeTruthy()
    expect(stores.selection.getState().workspaceId).toBe(acme)
  })
})

describe('opening a folder', () => {
  it('shows what it would do where it is not trusted, and only there', async () => {
    const { fake, stores, desk } = await show(launch)
    const list = valueOf(stores.workspaces.getState().list) ?? []
    const of = (id: WorkspaceId) => list.find((one) => one.id === id) ?? null
    fake.answer('workspaces.pick', () => ({ ok: true, value: of(acme) }))
    await verbs.pickWorkspace.run(desk)
    expect(stores.selection.getState().workspaceId).toBe(acme)
    expect(stores.contract.getState().section[acme]).toBe('trust')
    fake.answer('workspaces.pick', () => ({ ok: true, value: of(radar) }))
    await verbs.pickWorkspace.run(desk)
    expect(stores.contract.getState().section[radar]).toBeUndefined()
  })
})

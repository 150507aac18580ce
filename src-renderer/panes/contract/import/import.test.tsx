import type { ImportPlan, WorkspaceId } from '@contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { FakeBridge } from '../../../bridge/fake.ts'
import { words } from '../../../state/index.ts'
import { acme, draw, launch, openDesk } from '../../testing.tsx'
import { ImportSection } from './import-section.tsx'

const say = words.trustScreen.importing

afterEach(cleanup)

async function show(workspaceId: WorkspaceId, begin: (fake: FakeBridge) => void = () => {}) {
  const opened = await openDesk({ workspaceId, begin })
  draw(opened.desk, <ImportSection workspaceId={workspaceId} visible />)
  return opened
}

const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))
/** The preview stands for a moment before it can be written. */
async function write(): Promise<void> {
  const name = say.write(1)
  await waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBeNull())
  press(name)
}
const lookedFor = {
  holaos: [],
  agentscope: [],
  'claude-code': ['CLAUDE.md'],
  codex: [],
  cursor: [],
  opencode: [],
}
const empty: ImportPlan = { hasWorkspace: true, lookedFor, found: [], items: [], findings: [] }

describe('importing', () => {
  it('shows what was found with its real command line, where it is and what it becomes; nothing is on', async () => {
    const { inputs } = await show(acme)
    const servers = within(await screen.findByRole('region', { name: say.groups.server }))
    expect(servers.getByText('npx -y @acme/orders-mcp --stage prod')).toBeTruthy()
    expect(servers.getByText('mcp_registry.servers.orders')).toBeTruthy()
    expect(servers.getByRole('button', { name: 'Open .mcp.json:3' })).toBeTruthy()
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.some((box) => box.checked)).toBe(false)
    press(say.preview(0))
    expect(inputs('imports.preview')).toEqual([])
    expect(screen.getByText(/A hook PreToolUse was read/)).toBeTruthy()
  })

  it('shows what would be written before anything is, then writes exactly that', async () => {
    const { inputs } = await show(acme)
    fireEvent.click(await screen.findByRole('checkbox', { name: 'orders' }))
    press(say.preview(1))
    const config = within(await screen.findByRole('region', { name: 'workspace.yaml' }))
    expect(config.getAllByText(/orders/).every((line) => line.tagName === 'INS')).toBe(true)
    expect(inputs('imports.apply')).toEqual([])
    await write()
    expect(await screen.findByText(say.writtenNote)).toBeTruthy()
    const keys = ['claude-code:server:orders']
    expect(inputs('imports.preview')).toEqual([{ workspaceId: acme, keys }])
    expect(inputs('imports.apply')).toEqual([{ workspaceId: acme, keys, digest: `import:${keys}` }])
    expect(screen.queryByRole('checkbox', { name: 'orders' })).toBeNull()
  })

  it('goes back from the preview with the ticks as they were', async () => {
    await show(acme)
    fireEvent.click(await screen.findByRole('checkbox', { name: 'tickets' }))
    press(say.preview(1))
    fireEvent.click(await screen.findByRole('button', { name: say.back }))
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'tickets' }).checked).toBe(true)
  })

  it('shows the new preview where the folder changed meanwhile, and writes nothing', async () => {
    const { fake, inputs } = await show(acme)
    fireEvent.click(await screen.findByRole('checkbox', { name: 'orders' }))
    press(say.preview(1))
    await screen.findByRole('region', { name: 'workspace.yaml' })
    const fault = { owner: 'operator', code: 'import_changed', message: 'It changed.', retry: 'now' } as const
    fake.answer('imports.apply', () => ({ ok: false, fault }))
    const files = [{ path: 'workspace.yaml', before: 'a: 1\n', after: 'a: 2\n' }]
    fake.answer('imports.preview', () => ({ ok: true, value: { files, diagnostics: [], digest: 'another' } }))
    await write()
    expect((await screen.findByRole('alert')).textContent).toContain(say.changed)
    expect(screen.getByText('a: 2').tagName).toBe('INS')
    await write()
    expect(inputs('imports.apply').at(-1)).toMatchObject({ digest: 'another' })
  })

  it('offers a first workspace.yaml where there is none', async () => {
    const { inputs } = await show(launch, (fake) =>
      fake.answer('imports.inspect', () => ({ ok: true, value: { ...empty, hasWorkspace: false } })),
    )
    fireEvent.click(await screen.findByRole('button', { name: say.make }))
    expect(inputs('imports.preview')).toEqual([{ workspaceId: launch, keys: [] }])
  })

  it('says what is looked for where nothing is found', async () => {
    await show(launch)
    expect(await screen.findByText(say.emptyTitle)).toBeTruthy()
    for (const name of Object.values(say.products)) expect(screen.getByText(name)).toBeTruthy()
  })

  it('says why the folder could not be read', async () => {
    const fault = { owner: 'store', code: 'unreadable', message: 'No access.', retry: 'now' } as const
    await show(launch, (fake) => fake.answer('imports.inspect', () => ({ ok: false, fault })))
    expect((await screen.findByRole('alert')).textContent).toContain('No access.')
  })
})

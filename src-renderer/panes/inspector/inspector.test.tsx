import type { RunId, SessionId } from '@contract'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ready, select, valueOf, words } from '../../state/index.ts'
import { launch, showPane } from '../testing.tsx'

const say = words.inspector
const fault = {
  owner: 'store',
  code: 'unreadable',
  message: 'It could not be read.',
  retry: 'later',
} as const

afterEach(cleanup)

const show = (options: Parameters<typeof showPane>[1] = {}) => showPane('inspector', options)

const tab = async (name: keyof typeof say.views) => {
  const found = await screen.findByRole('tab', { name: new RegExp(say.views[name]) })
  fireEvent.mouseDown(found, { button: 0 })
}

describe('the inspector', () => {
  it('says what will be here when no run is selected', async () => {
    await show({ change: ({ stores }) => stores.selection.setState({ sessionId: null }) })
    expect(screen.getByText(say.emptyTitle)).toBeTruthy()
  })

  it('shows by what digests the run is known, and how long its stages took', async () => {
    await show()
    expect(await screen.findByRole('button', { name: /Copy the policy digest/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: /Copy the package digest: 7f3a…c21/ })).toBeTruthy()
    expect(within(screen.getByRole('list', { name: say.timings })).getByText('212 ms')).toBeTruthy()
  })

  it('asks for a package once, however often it is shown', async () => {
    const { fake, desk } = await show()
    await screen.findAllByRole('tab')
    const runId = select.currentRun(desk.stores)?.id
    if (runId) await desk.link.load.package(runId)
    expect(fake.calls.filter(({ name }) => name === 'runs.package')).toHaveLength(1)
  })

  it('does not ask before the package is frozen, and says at which stage the run is', async () => {
    const { fake } = await show({
      change: ({ stores }) =>
        stores.transcript.setState(({ views }) => {
          const [[id, loaded]] = Object.entries(views) as [[SessionId, (typeof views)[SessionId]]]
          const view = valueOf(loaded)
          const run = view?.runs[0]
          if (!view || !run) return { views }
          const starting = { ...run, state: 'starting', stage: 'prepare', packageHash: null } as const
          return { views: { [id]: ready({ ...view, runs: [starting] }) } }
        }),
    })
    expect(screen.getByText(say.compilingTitle)).toBeTruthy()
    expect(fake.calls.some(({ name }) => name === 'runs.package')).toBe(false)
  })

  it('says of a run that ended early at which stage, on whose side, and why', async () => {
    const { asked } = await show({ session: 'ses_contacts001' })
    expect(await screen.findByText(say.missingTitle)).toBeTruthy()
    expect(screen.getByText(say.missingAt('prepare', say.owners.capability), { exact: false })).toBeTruthy()
    expect(screen.getByText(/needs CRM_REGION/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: say.showActivity }))
    expect(asked).toEqual(['activity'])
  })

  it('says why a package could not be read, and reads it when asked again', async () => {
    let isBroken = true
    await show({
      change: (_, fake) => {
        const call = fake.call.bind(fake)
        fake.call = async (name, input) =>
          name === 'runs.package' && isBroken ? { ok: false, fault } : call(name, input)
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain(fault.message)
    isBroken = false
    fireEvent.click(screen.getByRole('button', { name: words.common.tryAgain }))
    expect(await screen.findAllByRole('tab')).toHaveLength(6)
  })
})

describe('its prompt', () => {
  it('shows each section with its origin, and opens the file of one', async () => {
    const { stores, asked } = await show()
    fireEvent.click(await screen.findByRole('button', { name: say.prompt.open('AGENTS.md:1') }))
    expect(asked).toEqual(['files'])
    expect(stores.files.getState().open[launch]).toBe('AGENTS.md')
    expect(screen.getAllByText(say.prompt.runtime).length).toBeGreaterThan(3)
  })

  it('folds open to the text', async () => {
    await show()
    fireEvent.click(await screen.findByRole('button', { name: /^Workspace policy/ }))
    expect(screen.getByRole('region', { name: 'Workspace policy' }).textContent).toContain('How we launch')
  })

  it('marks a section whose file is another one now', async () => {
    await show({
      change: ({ stores }) => {
        const view = valueOf(stores.workspaces.getState().views[launch])
        if (!view) return
        const files = view.files.map((file) => ({ ...file, sha256: file.sha256.replace(/a/g, '1') }))
        stores.workspaces.setState({ views: { [launch]: ready({ ...view, files }) } })
      },
    })
    expect(await screen.findByText(say.prompt.changed)).toBeTruthy()
    await tab('files')
    expect(screen.getByText(say.files.changed)).toBeTruthy()
    expect(screen.getByText(say.files.nextRun(1))).toBeTruthy()
  })
})

describe('its tools', () => {
  it('stand in groups, the absent ones with their reason', async () => {
    await show()
    await tab('tools')
    expect(screen.getByRole('region', { name: 'App launch-board' }).textContent).toContain('add_item')
    expect(screen.getByRole('region', { name: say.reasons.session_kind.title }).textContent).toContain(
      'file_write',
    )
  })

  it('open to alias and schema', async () => {
    await show()
    await tab('tools')
    fireEvent.click(screen.getByRole('button', { name: 'launch-board.add_item' }))
    expect(screen.getByText('launch-board_add_item')).toBeTruthy()
    expect(screen.getByRole('region', { name: say.tools.schema }).textContent).toContain('"planned"')
  })

  it.each([
    ['file_write', /^It cannot call file_write: sessions of this kind do not get it \(not for sessions/],
    ['add_it', /^It can: launch-board.add_item is callable, as launch-board_add_item\.$/],
    ['file_', /^3 tools match: 2 callable, 1 absent\.$/],
    ['crm.delete', /^It cannot call crm.delete: crm offered no tool .* it was needs sign-in/],
    ['teleport', /^It cannot call teleport: no tool of that name was declared or found/],
  ])('answer why it can’t call %s', async (asked, sentence) => {
    await show()
    await tab('tools')
    fireEvent.change(screen.getByRole('searchbox', { name: say.tools.search }), { target: { value: asked } })
    expect(await screen.findByText(sentence)).toBeTruthy()
  })
})

describe('its model', () => {
  it('says who thinks, and how servers and apps stood', async () => {
    await show()
    await tab('model')
    expect(screen.getByText('qwen3')).toBeTruthy()
    expect(screen.getByRole('region', { name: say.model.servers }).textContent).toContain(
      'The token ended yesterday at 18:02',
    )
    expect(screen.getByRole('region', { name: say.model.apps }).textContent).toContain('Failed')
    fireEvent.click(screen.getByRole('button', { name: /^Attempt 1/ }))
    const attempt = within(screen.getByRole('region', { name: say.model.attempt(1) }))
    expect((await attempt.findByTestId('code-view')).textContent).toContain('"attempt": 1')
    expect(attempt.getByRole('button', { name: /Copy the manifest digest: dddd…ddd/ })).toBeTruthy()
  })
})

describe('its comparison', () => {
  it('names the files first, then shows what came of them', async () => {
    await show()
    await tab('compare')
    expect(await screen.findByText(say.compare.headline(['AGENTS.md', 'workspace.yaml']))).toBeTruthy()
    const prompt = within(screen.getByRole('region', { name: say.compare.sections }))
    const diff = prompt.getByRole('region', { name: 'Workspace policy' })
    expect(diff.querySelector('del')?.textContent).toContain('Be quick.')
    expect(diff.querySelector('ins')?.textContent).toContain('small steps')
    expect(screen.getByRole('region', { name: say.compare.absences }).textContent).toContain('docs.search')
  })

  it('says so when nothing differs, or there is nothing to compare with', async () => {
    await show({
      change: ({ stores }) =>
        stores.sessions.setState(({ byWorkspace }) => ({
          byWorkspace: {
            [launch]: (byWorkspace[launch] ?? []).filter(({ id }) => !id.startsWith('ses_announce')),
          },
        })),
    })
    await tab('compare')
    expect(await screen.findByText(say.compare.same)).toBeTruthy()
    cleanup()
    await show({ change: ({ stores }) => stores.sessions.setState({ byWorkspace: {} }) })
    await tab('compare')
    expect(screen.getByText(say.compare.noneTitle)).toBeTruthy()
  })

  it('says of a run without a package that it has none', async () => {
    const runId = 'run_contacts001' as RunId
    await show({
      change: ({ stores }) =>
        stores.sessions.setState(({ byWorkspace }) => ({
          byWorkspace: { [launch]: (byWorkspace[launch] ?? []).filter((one) => one.runId === runId) },
        })),
    })
    await tab('compare')
    expect(await screen.findByText(say.compare.missing)).toBeTruthy()
  })
})

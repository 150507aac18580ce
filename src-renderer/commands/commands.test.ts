import type { WorkspaceId } from '@contract'
import { describe, expect, it } from 'vitest'
import { createFake } from '../bridge/fake.ts'
import { createLink } from '../bridge/index.ts'
import { createStores, select, words } from '../state/index.ts'
import { allLines, verbs } from './all.ts'
import type { Desk } from './command.ts'
import { previewFile } from './edit-config.ts'
import { readTrust } from './grant-trust.ts'
import { lineForKey, type spell } from './keys.ts'
import { openWorkspaceAtNewest } from './open-workspace.ts'

const launch = 'ws_launch0001' as WorkspaceId
const acme = 'ws_acme000001' as WorkspaceId
const radar = 'ws_radar00001' as WorkspaceId
const why = words.composer.whyNot

async function openDesk(scenario: 'busy' | 'first' | 'empty' = 'busy', workspaceId: WorkspaceId = launch) {
  const fake = createFake({ scenario })
  const stores = createStores()
  const frames = { request: (work: () => void) => work() }
  const asked: string[] = []
  const desk: Desk = {
    stores,
    link: createLink(fake, stores, frames),
    ports: {
      focusPane: (pane, appId) => void asked.push(appId ? `${pane}:${appId}` : pane),
      nextPane: () => void asked.push('next'),
      resetLayout: () => void asked.push('reset'),
      focusComposer: () => void asked.push('composer'),
      focusList: () => void asked.push('list'),
    },
  }
  await Promise.all([desk.link.load.product(), desk.link.load.models(), desk.link.load.workspaces()])
  if (scenario !== 'empty') await openWorkspaceAtNewest(desk, workspaceId)
  const write = (text: string, harness = 'loop') => {
    const { workspaceId: id } = stores.selection.getState()
    if (id) stores.composer.setState({ drafts: { [id]: { text, harness, kind: 'main', tape: null } } })
  }
  return { fake, stores, desk, asked, write }
}

describe('sending an instruction', () => {
  it('needs a workspace, and words', async () => {
    const empty = await openDesk('empty')
    expect(verbs.startRun.canRun(empty.stores)).toBe(why.noWorkspace)
    const { stores, write } = await openDesk()
    write('  ')
    expect(verbs.startRun.canRun(stores)).toBe(why.empty)
    write('Go')
    expect(verbs.startRun.canRun(stores)).toBe(true)
  })

  it('is refused with the reason where the workspace has errors', async () => {
    const { stores, write } = await openDesk('busy', radar)
    write('Go')
    expect(verbs.startRun.canRun(stores)).toBe(why.errors(2))
  })

  it('is refused while a run is active in the session, and offered again when it ended', async () => {
    const { fake, stores, desk, write } = await openDesk()
    write('Go', 'rehearsal')
    await verbs.startRun.run(desk)
    write('And more', 'rehearsal')
    expect(verbs.startRun.canRun(stores)).toBe(why.active)
    const run = select.activeRun(stores)
    expect(run?.instruction).toBe('Go')
    for (const script of fake.state.runs.values()) script.stop = true
    await expect.poll(() => verbs.startRun.canRun(stores)).toBe(true)
  })

  it('shows the session of the run and empties the composer', async () => {
    const { stores, desk, write } = await openDesk('first')
    write('Go', 'rehearsal')
    await verbs.startRun.run(desk)
    expect(stores.selection.getState().sessionId).toMatch(/^ses_/)
    expect(select.draftOf(stores, launch).text).toBe('')
  })

  it('keeps the words when it was refused, and says why', async () => {
    const { fake, stores, desk, write } = await openDesk()
    const fault = {
      owner: 'operator',
      code: 'session_busy',
      message: 'A run is active.',
      retry: 'later',
    } as const
    fake.answer('runs.start', () => ({ ok: false, fault }))
    write('Go')
    await verbs.startRun.run(desk)
    expect(select.draftOf(stores, launch).text).toBe('Go')
    expect(stores.composer.getState().fault).toEqual(fault)
  })

  it('starts the sample with its own tape, rehearsed, the first time only', async () => {
    const { stores } = await openDesk('first')
    expect(select.draftOf(stores, launch)).toMatchObject({
      harness: 'rehearsal',
      tape: 'rehearsals/launch.yaml',
    })
    const later = await openDesk('busy')
    expect(select.draftOf(later.stores, launch)).toMatchObject({ harness: 'loop', text: '' })
  })
})

describe('stopping', () => {
  it('can be asked for once', async () => {
    const { fake, stores, desk, write } = await openDesk()
    expect(verbs.stopRun.canRun(stores)).toBe(why.noRun)
    write('Go', 'rehearsal')
    await verbs.startRun.run(desk)
    expect(verbs.stopRun.canRun(stores)).toBe(true)
    await verbs.stopRun.run(desk)
    expect(verbs.stopRun.canRun(stores)).toBe(why.stopping)
    expect(fake.calls.filter((call) => call.name === 'runs.stop')).toHaveLength(1)
  })
})

describe('retrying', () => {
  it('is a new run with the same instruction in the same session', async () => {
    const { fake, stores, desk } = await openDesk()
    const before = select.currentRun(stores)
    expect(verbs.retryRun.canRun(stores, undefined)).toBe(true)
    await verbs.retryRun.run(desk, undefined)
    const call = fake.calls.find(({ name }) => name === 'runs.start')
    expect(call?.input).toMatchObject({ instruction: before?.instruction, harness: before?.harness })
  })
})

describe('inspecting', () => {
  it('brings the inspector to the front, and holds on to a run only if it is not the newest', async () => {
    const { stores, desk, asked, write } = await openDesk()
    const first = select.currentRun(stores)
    await verbs.inspectRun.run(desk, first?.id)
    expect(asked).toEqual(['inspector'])
    expect(stores.packages.getState().inspected).toBeNull()
    write('Go', 'rehearsal')
    await verbs.startRun.run(desk)
    expect(select.inspectedRun(stores)?.instruction).toBe('Go')
    await verbs.inspectRun.run(desk, first?.id)
    expect(select.inspectedRun(stores)?.id).toBe(first?.id)
    await verbs.inspectRun.run(desk, undefined)
    expect(select.inspectedRun(stores)?.instruction).toBe('Go')
  })

  it('needs a run', async () => {
    const { stores } = await openDesk('first')
    expect(verbs.inspectRun.canRun(stores, undefined)).toBe(why.noInspect)
  })
})

describe('apps', () => {
  it('of a workspace that is not trusted are not started', async () => {
    const { stores } = await openDesk('busy', acme)
    expect(verbs.startApp.canRun(stores, { appId: 'delivery-plan' })).toBe(words.apps.untrusted)
    expect(verbs.openApp.canRun(stores, { appId: 'delivery-plan' })).toBe(words.apps.untrusted)
  })

  it('open in front of the operator', async () => {
    const { stores, desk, asked } = await openDesk()
    await verbs.openApp.run(desk, { appId: 'launch-board' })
    expect(asked).toEqual(['surface:launch-board'])
    expect(stores.apps.getState().surfaces[`${launch}:launch-board`]).toMatchObject({ kind: 'ready' })
  })
})

describe('outputs', () => {
  it('reopen in the app that owns them, at their own place', async () => {
    const { fake, desk, asked } = await openDesk()
    const output = fake.state.outputs.find((one) => one.ownerApp === 'launch-board')
    if (output) await verbs.openOutput.run(desk, output)
    expect(asked).toEqual(['surface:launch-board'])
    expect(fake.calls.at(-1)).toMatchObject({ name: 'surfaces.open', input: { route: '/items/brief' } })
  })

  it('open in the preview when the app is gone', async () => {
    const { fake, stores, desk, asked } = await openDesk()
    const output = fake.state.outputs.find((one) => one.ownerApp === 'press-room')
    if (output) await verbs.openOutput.run(desk, output)
    expect(asked).toEqual(['outputs'])
    expect(stores.outputs.getState().preview?.opening).toMatchObject({
      value: { ownerMissing: 'press-room' },
    })
  })
})

describe('the window', () => {
  it('remembers the theme and the list', async () => {
    const { fake, desk } = await openDesk()
    await verbs.toggleTheme.run(desk)
    await verbs.toggleSidebar.run(desk)
    expect(fake.state.settings.get('theme')).toBe('dark')
    expect(fake.state.settings.get('sidebar')).toBe('hidden')
  })

  it('has every verb in the palette, each line under its own key', async () => {
    const { desk } = await openDesk()
    const keys = allLines(desk).map((line) => line.key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toContain('pane.focus:activity')
    expect(keys).toContain('app.start:launch-board')
  })

  it('agrees to what is on a screen by the button of that screen only', async () => {
    const { desk } = await openDesk('busy', acme)
    await verbs.reviewTrust.run(desk)
    await readTrust(desk, acme)
    expect(verbs.grantTrust.canRun(desk.stores)).toBe(true)
    const keys = allLines(desk).map((line) => line.key)
    for (const key of ['trust.grant', 'trust.withdraw', 'import.apply']) expect(keys).not.toContain(key)
  })

  it('keeps nothing of what a forgotten workspace was asked and ticked', async () => {
    const { desk, stores } = await openDesk('busy', acme)
    await readTrust(desk, acme)
    await previewFile(desk, acme, 'workspace.yaml')
    await verbs.forgetWorkspace.run(desk, acme)
    const { trustDrafts, reviews, previews } = stores.contract.getState()
    expect([trustDrafts, reviews, previews].map((map) => Object.keys(map))).toEqual([[], [], []])
  })
})

describe('keys', () => {
  const press = (key: string, mods: Partial<Parameters<typeof spell>[0]> = {}) => ({
    key,
    ctrlKey: true,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...mods,
  })

  it('find the verb of a shortcut', async () => {
    const { desk } = await openDesk()
    expect(lineForKey(desk, press('k'))?.key).toBe('palette.show')
    expect(lineForKey(desk, press('2'))?.key).toBe('pane.focus:apps')
    expect(lineForKey(desk, press('F6', { ctrlKey: false }))?.key).toBe('pane.next')
  })

  it('leave plain letters to whoever types', async () => {
    const { desk } = await openDesk()
    expect(lineForKey(desk, press('k', { ctrlKey: false }))).toBeNull()
  })
})

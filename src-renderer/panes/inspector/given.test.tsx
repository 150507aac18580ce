import type { CompiledRun, GivenView, Reply, RequestSnapshot, RunId, SessionId } from '@contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Desk } from '../../commands/index.ts'
import { ready, select, valueOf, words } from '../../state/index.ts'
import { later, launch, showPane } from '../testing.tsx'

const say = words.inspector
const run = 'run_prepare0001' as RunId
const session = 'ses_prepare0001' as SessionId
const call = (value: number) => `call_prepare000${value}`
const show = (options: Parameters<typeof showPane>[1] = {}) => showPane('inspector', options)

afterEach(cleanup)

const tab = async (name: keyof typeof say.views) => {
  const found = await screen.findByRole('tab', { name: new RegExp(say.views[name]) })
  fireEvent.mouseDown(found, { button: 0 })
}

const empty: GivenView = {
  runId: run,
  continuity: [],
  sections: [],
  cutResults: [],
  unassociated: [],
  refused: [],
}

const full: GivenView = {
  ...empty,
  continuity: [
    { runId: run, instruction: 'Read the brief.', kept: 12, dropped: 0, why: null },
    { runId: 'run_gone' as RunId, instruction: 'An old one.', kept: 0, dropped: 5, why: 'it is too long' },
  ],
  sections: [
    { id: 'memory', title: 'Memory', tokens: 8000, truncated: true },
    { id: 'core', title: 'Runtime', tokens: 20, truncated: false },
  ],
  cutResults: [{ callId: call(1), toolId: 'file_read', bytes: 204_800, given: 4096 }],
  unassociated: [{ callId: call(2), toolId: 'launch-board.add_item' }],
  refused: [{ callId: call(5), toolId: 'docs.search', reason: 'needs_sign_in', detail: 'The token ended.' }],
}

const giving = (view: GivenView) => (_: Desk, fake: Awaited<ReturnType<typeof show>>['fake']) =>
  fake.answer('runs.given', () => ({ ok: true, value: view }))

async function changePackage(
  desk: Desk,
  change: (given: CompiledRun) => CompiledRun,
  also: (first: RequestSnapshot) => RequestSnapshot[] = (first) => [first],
) {
  const runId = select.currentRun(desk.stores)?.id as RunId
  await desk.link.load.package(runId)
  const loaded = valueOf(desk.stores.packages.getState().byRun[runId])
  const first = loaded?.snapshots[0]
  if (!loaded || !first) throw new Error('no package')
  const changed = ready({ package: change(loaded.package), snapshots: also(first) })
  desk.stores.packages.setState({ byRun: { [runId]: changed } })
}

describe('what it was given', () => {
  it('is asked for once, when it is looked at', async () => {
    const { fake } = await show({ change: giving(full) })
    await screen.findAllByRole('tab')
    const asked = () => fake.calls.filter(({ name }) => name === 'runs.given').length
    expect(asked()).toBe(0)
    await tab('given')
    await screen.findByRole('region', { name: say.given.groups.cut.title })
    await tab('prompt')
    await tab('given')
    expect(asked()).toBe(1)
  })

  it('sums up what was left out, and says what each group means', async () => {
    await show({ change: giving(full) })
    await tab('given')
    expect(
      await screen.findByText(
        '1 earlier run left out, 1 result cut, 1 call refused, 1 change without an output and 1 section truncated.',
      ),
    ).toBeTruthy()
    for (const { title, text } of Object.values(say.given.groups))
      expect(screen.getByRole('region', { name: title }).textContent).toContain(text)
  })

  it('shows of each group what there is to know', async () => {
    await show({ change: giving(full) })
    await tab('given')
    const group = async (name: keyof typeof say.given.groups) =>
      (await screen.findByRole('region', { name: say.given.groups[name].title })).textContent
    expect(await group('continuity')).toContain('12 messages told')
    expect(await group('continuity')).toContain('5 messages left outit is too long')
    expect(await group('cut')).toContain('brief.md4.0 KB of 200 KB')
    expect(await group('refused')).toContain('Needs sign-inThe token ended.')
    expect(await group('loose')).toContain('Press note to three outlets')
    expect(await group('sections')).toContain('Memorytruncated8,000 tokens')
  })

  it('leads to the run and to the call in the transcript', async () => {
    const { stores } = await show({ change: giving(full) })
    await tab('given')
    const revealed = () => stores.selection.getState().reveal
    fireEvent.click(await screen.findByRole('button', { name: say.given.toCall('file_read') }))
    expect(revealed()).toMatchObject({ sessionId: session, key: `tool:${call(1)}` })
    fireEvent.click(screen.getByRole('button', { name: say.given.toRun('Read the brief.') }))
    const first = select.currentRun(stores)?.items[0]
    expect(revealed()).toEqual({ sessionId: session, seq: first?.seq, key: null })
    // A run that is not in this session has no place to go to.
    expect(screen.queryByRole('button', { name: say.given.toRun('An old one.') })).toBeNull()
  })

  it('says in one line of each empty group that there is nothing', async () => {
    await show({ change: giving(empty) })
    await tab('given')
    expect(await screen.findByText(say.given.whole)).toBeTruthy()
    for (const { title, none } of Object.values(say.given.groups)) {
      expect(screen.getByText(none)).toBeTruthy()
      expect(screen.queryByRole('region', { name: title })).toBeNull()
    }
  })

  it('says why it could not be read, and reads it when asked again', async () => {
    const fault = { owner: 'store', code: 'unreadable', message: 'It is gone.', retry: 'later' } as const
    const { fake } = await show({
      change: (_, fake) => fake.answer('runs.given', () => ({ ok: false, fault })),
    })
    await tab('given')
    expect((await screen.findByRole('alert')).textContent).toContain('It is gone.')
    fake.answer('runs.given', () => ({ ok: true, value: empty }))
    fireEvent.click(screen.getByRole('button', { name: words.common.tryAgain }))
    expect(await screen.findByText(say.given.whole)).toBeTruthy()
  })

  it('is read again when the run has ended', async () => {
    const { fake, stores } = await show({
      change: (desk, fake) => {
        giving(empty)(desk, fake)
        setState(desk, 'running')
      },
    })
    await tab('given')
    expect(await screen.findByRole('button', { name: say.given.again })).toBeTruthy()
    fake.answer('runs.given', () => ({ ok: true, value: full }))
    setState({ stores }, 'completed')
    expect(await screen.findByRole('region', { name: say.given.groups.refused.title })).toBeTruthy()
    expect(screen.queryByRole('button', { name: say.given.again })).toBeNull()
    expect(fake.calls.filter(({ name }) => name === 'runs.given')).toHaveLength(2)
  })

  it('is read again also where the run ended while it was being read', async () => {
    const { fake, stores } = await show({
      change: (desk, fake) => {
        giving(empty)(desk, fake)
        setState(desk, 'running')
      },
    })
    await tab('given')
    const late = later<Reply<GivenView>>()
    fake.answer('runs.given', () => late.promise)
    fireEvent.click(await screen.findByRole('button', { name: say.given.again }))
    setState({ stores }, 'completed')
    fake.answer('runs.given', () => ({ ok: true, value: full }))
    late.resolve({ ok: true, value: empty })
    expect(await screen.findByRole('region', { name: say.given.groups.refused.title })).toBeTruthy()
  })
})

function setState({ stores }: Pick<Desk, 'stores'>, state: 'running' | 'completed') {
  stores.transcript.setState(({ views }) => {
    const view = valueOf(views[session])
    if (!view) return { views }
    const runs = view.runs.map((one) => ({ ...one, state }))
    return { views: { ...views, [session]: ready({ ...view, runs }) } }
  })
}

describe('a degraded run', () => {
  it('says how much is missing, and shows only that in Tools', async () => {
    await show()
    const note = within(await screen.findByRole('region', { name: say.degraded.label }))
    expect(screen.queryByRole('button', { name: say.degraded.trust })).toBeNull()
    fireEvent.click(note.getByRole('button', { name: 'Degraded: 2 sources and 1 tool are missing' }))
    expect(screen.getByRole('region', { name: say.tools.sources }).textContent).toContain(
      'Cannot find module ./store.mjs',
    )
    expect(screen.getByTestId('absent-crm.find')).toBeTruthy()
    expect(screen.queryByTestId('absent-file_write')).toBeNull()
    expect(screen.queryByText(say.tools.callable)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: say.tools.onlyMissing(3) }))
    expect(screen.getByTestId('absent-file_write')).toBeTruthy()
    expect(screen.getByText(say.tools.callable)).toBeTruthy()
  })

  it('opens Trust where something is not as it was granted', async () => {
    const { desk, stores, asked } = await show()
    await changePackage(desk, (given) => ({
      ...given,
      manifest: {
        ...given.manifest,
        servers: [{ id: 'docs', state: 'changed', mode: 'explicit' }],
        apps: [],
      },
    }))
    fireEvent.click(await screen.findByRole('button', { name: say.degraded.trust }))
    expect(asked).toEqual(['contract'])
    expect(stores.contract.getState().section[launch]).toBe('trust')
  })

  it('is not one whose tools are absent because someone decided so', async () => {
    const { desk } = await show()
    await changePackage(desk, (given) => ({
      ...given,
      manifest: {
        ...given.manifest,
        absent: given.manifest.absent.filter(({ reason }) => reason === 'session_kind'),
        servers: [{ id: 'docs', state: 'off', mode: 'discovery' }],
        apps: [],
      },
    }))
    await waitFor(() => expect(screen.queryByRole('region', { name: say.degraded.label })).toBeNull())
  })
})

describe('its stages', () => {
  it('open to when each ended and what it found, from the log', async () => {
    const { fake } = await show({
      change: (desk, fake) => {
        const finding = {
          severity: 'warning',
          code: 'tool_not_resolved',
          message: 'docs has no such tool.',
          at: { file: 'workspace.yaml', line: 9 },
        } as const
        const ask = fake.call.bind(fake)
        fake.call = async (name, input) => {
          const reply = await ask(name, input)
          if (name !== 'streams.since' || !reply.ok) return reply
          const page = structuredClone(reply.value) as { envelopes: { event: object }[] }
          for (const { event } of page.envelopes)
            if ('stage' in event && event.stage === 'prepare') Object.assign(event, { findings: [finding] })
          return { ok: true, value: page } as typeof reply
        }
        desk.stores.activity.setState({ logs: {} })
      },
    })
    expect(fake.calls.some(({ name }) => name === 'streams.since')).toBe(false)
    fireEvent.click(await screen.findByRole('button', { name: say.stages.title }))
    const list = within(await screen.findByRole('list', { name: say.stages.list }))
    expect(list.getByText('launch')).toBeTruthy()
    expect(list.getByText(say.stages.findings(1))).toBeTruthy()
    expect(list.getByText('docs has no such tool.')).toBeTruthy()
    expect(list.getByRole('button', { name: say.prompt.open('workspace.yaml:9') })).toBeTruthy()
  })

  it('say at which one the run ended', async () => {
    await show({ session: 'ses_contacts001' })
    fireEvent.click(await screen.findByRole('button', { name: say.stages.title }))
    const list = within(await screen.findByRole('list', { name: say.stages.list }))
    expect(list.getByText(say.stages.endedHere)).toBeTruthy()
    expect(list.getByText(/needs CRM_REGION/)).toBeTruthy()
  })
})

describe('its attempts', () => {
  const second = (more: object) => (first: RequestSnapshot) => [
    first,
    { ...first, attempt: 2, request: { ...first.request, attempt: 2, ...more } },
  ]

  it('stand one below the other, with what differs from the one before', async () => {
    const { desk } = await show()
    await changePackage(desk, (given) => given, second({ instruction: 'Once more,\nbut slowly.' }))
    fireEvent.click(await screen.findByRole('button', { name: say.attempts(2) }))
    fireEvent.click(screen.getByRole('button', { name: /^Attempt 2\s*differs from 1/ }))
    const diff = screen.getByRole('region', { name: say.attempt.since(1) })
    expect(diff.querySelector('del')?.textContent).toContain('Read the brief')
    expect([...diff.querySelectorAll('ins')].map(({ textContent }) => textContent).join()).toContain(
      'but slowly.',
    )
    expect(diff.textContent).not.toContain('"attempt"')
    expect((await screen.findByTestId('code-view')).textContent).toContain('"attempt": 2')
  })

  it('say when they are the same request', async () => {
    const { desk } = await show()
    await changePackage(desk, (given) => given, second({}))
    await tab('model')
    fireEvent.click(screen.getByRole('button', { name: /^Attempt 2\s*same as 1/ }))
    expect(screen.getByText(say.attempt.same(1))).toBeTruthy()
  })
})

describe('what caused a difference', () => {
  it('is named by file, and by key where the package tells it', async () => {
    const { stores, asked } = await show()
    await tab('compare')
    const files = within(await screen.findByRole('region', { name: say.compare.files }))
    fireEvent.click(files.getByRole('button', { name: say.prompt.open('AGENTS.md') }))
    expect(asked).toEqual(['files'])
    expect(stores.files.getState().open[launch]).toBe('AGENTS.md')
    const prompt = within(screen.getByRole('region', { name: say.compare.sections }))
    expect(prompt.getByRole('button', { name: say.prompt.open('AGENTS.md:1') })).toBeTruthy()
    expect(prompt.getByText(say.compare.runtime)).toBeTruthy()
    const tools = within(screen.getByRole('region', { name: say.compare.tools }))
    fireEvent.click(tools.getByRole('button', { name: say.compare.openKey('mcp_registry.allowlist') }))
    expect(stores.files.getState().open[launch]).toBe('workspace.yaml')
  })
})

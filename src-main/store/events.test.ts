import type { Output, RunEvent, RunId, SessionId } from '@contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../kit/testing.ts'
import {
  addRun,
  append,
  completed,
  ids,
  queued,
  sessionStream,
  started,
  text,
  workspaceStream,
} from './fixtures/rows.ts'
import { Store } from './index.ts'

function openStore(folder = tempFolder()): Store {
  const store = Store.open(folder)
  onTestFinished(() => store.close())
  return store
}
function withRun(): Store {
  const store = openStore()
  addRun(store)
  return store
}
const output = (version: number, more: Partial<Output> = {}): Output => ({
  id: ids.output,
  title: 'Brief',
  type: 'report',
  status: 'final',
  sessionId: ids.session,
  runId: ids.run,
  callId: 'call_1' as Output['callId'],
  packageHash: 'p',
  version,
  createdAt: 1,
  updatedAt: version * 10,
  ...more,
})

describe('the log', () => {
  it('numbers each stream from 1 without gaps, over many appends', () => {
    const store = withRun()
    append(store, 2000, text('a'), text('b'))
    store.append(2000, [
      { stream: workspaceStream, event: { type: 'workspace.opened', path: '/x' } },
      { stream: sessionStream, runId: ids.run, event: text('c') },
      { stream: workspaceStream, event: { type: 'workspace.trusted', by: 'flag' } },
    ])
    expect(store.since(sessionStream, 0, 1000).envelopes.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    expect(store.since(workspaceStream, 0, 1000).envelopes.map(({ seq }) => seq)).toEqual([1, 2])
    expect(store.head(sessionStream)).toBe(4)
    expect(store.head({ kind: 'session', id: 'ses_of_nobody' as SessionId })).toBe(0)
  })

  it('gives back what was appended, with whatever text was in it', () => {
    const folder = tempFolder()
    const store = Store.open(folder)
    addRun(store)
    const odd = text('é 日本 👩‍👧 \0 \u2028 \ud800 "quoted" \\')
    const [written] = append(store, 2000, odd)
    expect(written).toEqual({ stream: sessionStream, seq: 2, time: 2000, runId: ids.run, event: odd })
    expect(store.since(sessionStream, 1, 10).envelopes).toEqual([written])
    store.close()
    const again = openStore(folder)
    expect(again.since(sessionStream, 1, 10).envelopes).toEqual([written])
    expect(again.since(workspaceStream, 0, 10)).toEqual({ envelopes: [], next: 0, end: true })
  })

  it('is read in pages of the size asked for, at most 1000, that say where to go on', () => {
    const store = withRun()
    append(store, 2000, ...Array.from({ length: 1204 }, (_, index) => text(String(index))))
    const first = store.since(sessionStream, 0, 5000)
    expect(first.envelopes).toHaveLength(1000)
    expect(first).toMatchObject({ next: 1000, end: false })
    const second = store.since(sessionStream, first.next, 205)
    expect(second.envelopes.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 205 }, (_, index) => 1001 + index),
    )
    expect(second).toMatchObject({ next: 1205, end: true })
    expect(store.since(sessionStream, 1205, 10)).toEqual({ envelopes: [], next: 1205, end: true })
    expect(store.since(sessionStream, 3, 0).envelopes).toHaveLength(1)
  })

  it('answers resync_required to a cursor that is from another history', () => {
    const store = withRun()
    expect(() => store.since(sessionStream, 2, 10)).toThrow(/resync_required/)
    expect(() => store.since(workspaceStream, 1, 10)).toThrow(/resync_required/)
  })

  it('takes nothing of a batch when one of it is refused', () => {
    const store = withRun()
    append(store, 2000, completed)
    expect(() =>
      store.append(3000, [
        { stream: workspaceStream, event: { type: 'workspace.opened', path: '/x' } },
        { stream: sessionStream, runId: ids.run, event: text('late') },
      ]),
    ).toThrow(/event_after_end: output.done came after run .* was completed/)
    expect(store.head(workspaceStream)).toBe(0)
    expect(store.head(sessionStream)).toBe(2)
    expect(() => append(store, 3000, completed)).toThrow(/event_after_end/)
  })

  it("takes no event of a run into another session's stream", () => {
    const store = withRun()
    const stream = { kind: 'session', id: 'ses_000000another0' as SessionId } as const
    expect(() => store.append(2000, [{ stream, runId: ids.run, event: text('x') }])).toThrow(
      /event_elsewhere/,
    )
    expect(store.head(stream)).toBe(0)
  })
})

describe('what the tables keep of events', () => {
  it('is the state of the run after each', () => {
    const store = withRun()
    const states = (events: RunEvent[]) =>
      events.map((event, index) => {
        append(store, 2000 + index, event)
        return store.runs.byId(ids.run)?.state
      })
    const stage: RunEvent = { type: 'run.stage', stage: 'collect', ms: 1, findings: [] }
    const stop: RunEvent = { type: 'run.stop_requested', by: 'operator' }
    expect(store.runs.byId(ids.run)?.state).toBe('queued')
    expect(store.runs.openInSession(ids.session)?.id).toBe(ids.run)
    expect(states([stage, started, text('x'), stop])).toEqual(['starting', 'running', 'running', 'stopping'])
    expect(store.runs.open().map(({ id }) => id)).toEqual([ids.run])
    expect(states([{ type: 'run.stopped', by: 'operator' }])).toEqual(['stopped'])
    expect(store.runs.open()).toEqual([])
    expect(store.runs.openInSession(ids.session)).toBeNull()
  })

  it("is the session's place in the list and its newest run", () => {
    const store = withRun()
    const second = 'ses_000000secondone' as SessionId
    store.sessions.insert({ id: second, workspaceId: ids.workspace, title: 'Second', kind: 'main', at: 1500 })
    const order = () => store.sessions.ofWorkspace(ids.workspace).map(({ title }) => title)
    expect(order()).toEqual(['Second', 'First'])
    expect(store.sessions.byId(second)).toMatchObject({ runId: null, state: null, startedAt: null })
    append(store, 2000, started)
    expect(order()).toEqual(['First', 'Second'])
    expect(store.sessions.byId(ids.session)).toMatchObject({
      runId: ids.run,
      state: 'running',
      startedAt: 2000,
      updatedAt: 2000,
      createdAt: 1000,
    })
    append(store, 2500, completed)
    const next = 'run_000000secondone' as RunId
    store.runs.insert({
      id: next,
      sessionId: ids.session,
      workspaceId: ids.workspace,
      state: 'queued',
      harness: 'loop',
      at: 3000,
    })
    store.append(3000, [{ stream: sessionStream, runId: next, event: queued }])
    expect(store.sessions.byId(ids.session)).toMatchObject({
      runId: next,
      state: 'queued',
      startedAt: 3000,
      updatedAt: 3000,
    })
  })

  it('is every output in its newest version', () => {
    const store = withRun()
    append(store, 2000, { type: 'output.created', output: output(1) })
    append(store, 2100, { type: 'output.updated', output: output(2, { title: 'Brief, again' }) })
    expect(store.outputs.byId(ids.output)).toEqual(output(2, { title: 'Brief, again' }))
    expect(store.outputs.ofWorkspace(ids.workspace)).toHaveLength(1)
    expect(store.outputs.workspaceOf(ids.output)).toBe(ids.workspace)
  })

  it('goes with the events: rolled back together', () => {
    const store = withRun()
    const broken = () =>
      store.transact(() => {
        append(store, 2000, started, { type: 'output.created', output: output(1) })
        expect(store.runs.byId(ids.run)?.state).toBe('running')
        expect(store.outputs.byId(ids.output)).not.toBeNull()
        throw new Error('after both')
      })
    expect(broken).toThrow('after both')
    expect(store.runs.byId(ids.run)?.state).toBe('queued')
    expect(store.outputs.byId(ids.output)).toBeNull()
    expect(store.sessions.byId(ids.session)).toMatchObject({ state: 'queued', updatedAt: 1000 })
    expect(store.head(sessionStream)).toBe(1)
    append(store, 2000, started)
    expect(store.head(sessionStream)).toBe(2)
  })

  it('is rolled back when one of them cannot be written, and the log with it', () => {
    const store = withRun()
    const circular = output(1) as Output & { self?: unknown }
    circular.self = circular
    expect(() => append(store, 2000, started, { type: 'output.created', output: circular })).toThrow(
      /circular/i,
    )
    expect(store.head(sessionStream)).toBe(1)
    expect(store.runs.byId(ids.run)?.state).toBe('queued')
  })
})

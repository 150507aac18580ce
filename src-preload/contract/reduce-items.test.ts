import { describe, expect, it } from 'vitest'
import type { LiveEvent, RunEvent, Usage } from './events.ts'
import type { CallId, OutputId, RunId } from './ids.ts'
import type { Output } from './output.ts'
import { emptySession, reduceSession, withOpenText } from './reduce-run.ts'
import { sessionId } from './testing/session-script.ts'

const stream = { kind: 'session', id: sessionId } as const
const runId = 'run_transcript0' as RunId
const callId = 'call_transcript' as CallId

/** A window that sees facts and live events of one run, one after another. */
function watch(...events: (RunEvent | (LiveEvent & { live: true }))[]) {
  let view = emptySession(sessionId)
  const outcomes: string[] = []
  for (const event of [queued, ...events]) {
    const { live, ...plain } = { live: false, ...event }
    const envelope = live
      ? { stream, runId, after: view.seq, event: plain as LiveEvent }
      : { stream, runId, seq: view.seq + 1, time: (view.seq + 1) * 100, event: plain as RunEvent }
    const step = reduceSession(view, envelope)
    view = step.view
    outcomes.push(step.outcome)
  }
  return { view, outcomes: outcomes.slice(1), run: view.runs[0]!, items: view.runs[0]!.items }
}

const queued: RunEvent = {
  type: 'run.queued',
  instruction: 'go',
  sessionKind: 'main',
  harness: 'loop',
  model: 'a/b',
}
const say = (offset: number, text: string, contentIndex = 0) =>
  ({ live: true, type: 'output.delta', messageId: 'm', contentIndex, offset, text }) as const
const said = (text: string, partial?: true): RunEvent => ({
  type: 'output.done',
  messageId: 'm',
  contentIndex: 0,
  text,
  ...(partial ? { partial } : {}),
})
const lost: RunEvent = {
  type: 'capability.unavailable',
  kind: 'app',
  id: 'board',
  reason: 'app_unhealthy',
  detail: 'no answer',
}
const started: RunEvent = {
  type: 'tool.started',
  callId,
  toolId: 's.t',
  name: 't',
  family: 'mcp:s',
  source: { kind: 'mcp', server: 's' },
  args: { path: 'a' },
}
const finished: RunEvent = {
  type: 'tool.finished',
  callId,
  status: 'ok',
  result: { kind: 'inline', value: 1 },
  ms: 7,
}
const toolText = (part: 'args' | 'output', offset: number, text: string) =>
  ({ live: true, type: 'tool.delta', callId, toolId: 's.t', part, offset, text }) as const

describe('live text', () => {
  it('joins on by its offset, is taken once, and closes with the whole text', () => {
    const { items, outcomes } = watch(
      say(0, 'Hel'),
      say(3, 'lo'),
      say(0, 'Hel'),
      say(4, 'o!'),
      said('Hello!'),
      say(6, '?'),
    )
    expect(outcomes).toEqual(['applied', 'applied', 'stale', 'applied', 'applied', 'stale'])
    expect(items).toMatchObject([{ text: 'Hello!', open: false, partial: false }])
  })

  it('is a gap when a piece before it is missing, and the view stays as it was', () => {
    const { items, outcomes } = watch(say(0, 'ab'), say(5, 'x'))
    expect(outcomes).toEqual(['applied', 'gap'])
    expect(items).toMatchObject([{ text: 'ab' }])
  })

  it('that is further than its safety copy is kept, and stays open', () => {
    const { items } = watch(say(0, 'abcdef'), said('abc', true), say(6, 'g'))
    expect(items).toMatchObject([{ text: 'abcdefg', open: true, partial: true }])
  })

  it('keeps the time at which it began, also over safety copies', () => {
    const { items } = watch(
      lost,
      say(0, 'ab'),
      said('ab', true),
      say(2, 'c'),
      said('abc', true),
      said('abcd'),
    )
    expect(items.at(-1)).toMatchObject({ kind: 'text', time: 200, seq: 5 })
  })

  it('stands after what the log says while it is written, so nothing jumps when it closes', () => {
    const during = watch(say(0, 'ab'), lost)
    expect(during.items.map((item) => item.kind)).toEqual(['notice', 'text'])
    const after = watch(say(0, 'ab'), lost, said('ab'))
    expect(after.items.map((item) => item.kind)).toEqual(['notice', 'text'])
  })

  it('that main tells again never opens what is closed, shortens what is longer, or reaches an ended run', () => {
    const open = [{ runId, kind: 'output', messageId: 'm', contentIndex: 0, text: 'abc' }] as const
    const again = (view: Parameters<typeof withOpenText>[0]) => withOpenText(view, [...open]).runs[0]?.items
    expect(again(watch(said('ab')).view)).toMatchObject([{ text: 'ab', open: false }])
    expect(again(watch(say(0, 'abcd')).view)).toMatchObject([{ text: 'abcd', open: true }])
    expect(again(watch(say(0, 'a')).view)).toMatchObject([{ text: 'abc', open: true }])
    expect(again(watch({ type: 'run.completed', text: '' }).view)).toEqual([])
  })
})

describe('a tool call in the transcript', () => {
  it('goes from its arguments being written over running to its end', () => {
    const writing = watch(toolText('args', 0, '{"pa'), toolText('args', 4, 'th"'))
    expect(writing.items).toMatchObject([{ status: 'writing', argsText: '{"path"' }])
    const running = watch(
      toolText('args', 0, '{'),
      started,
      toolText('output', 0, 'line'),
      toolText('args', 1, 'late'),
    )
    expect(running.items).toMatchObject([
      { status: 'running', argsText: null, args: { path: 'a' }, outputText: 'line' },
    ])
    const ended = watch(started, toolText('output', 0, 'line'), finished, toolText('output', 4, 'late'))
    expect(ended.items).toMatchObject([{ status: 'ok', result: { value: 1 }, outputText: '', ms: 7, seq: 2 }])
  })

  it('loses a piece of progress without asking for it', () => {
    const { outcomes, items } = watch(started, toolText('output', 0, 'a'), toolText('output', 9, 'z'))
    expect(outcomes).toEqual(['applied', 'applied', 'applied'])
    expect(items).toMatchObject([{ outputText: 'az' }])
  })

  it('that was never made goes away with the end of the run', () => {
    const { items, run } = watch(toolText('args', 0, '{'), { type: 'run.stopped', by: 'operator' })
    expect(items).toEqual([])
    expect(run).toMatchObject({ state: 'stopped', endedAt: 200 })
  })
})

describe('the other facts of a run', () => {
  it('add up usage, keep the newest context, and lose the cost once one part has no price', () => {
    const usage: Usage = {
      input: 1,
      output: 2,
      cacheRead: 3,
      cacheWrite: 4,
      cost: 0.5,
      contextUsed: 10,
      contextSize: 100,
    }
    const report = (more: Partial<Usage>): RunEvent => ({
      type: 'usage.reported',
      child: false,
      usage: { ...usage, ...more },
    })
    const twice = watch(report({}), report({ contextUsed: 20, contextSize: null }))
    expect(twice.run.usage).toEqual({
      input: 2,
      output: 4,
      cacheRead: 6,
      cacheWrite: 8,
      cost: 1,
      contextUsed: 20,
      contextSize: 100,
    })
    expect(watch(report({}), report({ cost: null })).run.usage?.cost).toBeNull()
  })

  it('name a changed file once, as created when this run created it', () => {
    const change = (path: string, what: 'created' | 'modified'): RunEvent => ({
      type: 'file.changed',
      path,
      change: what,
      bytes: 1,
    })
    const { run } = watch(change('a', 'created'), change('b', 'modified'), change('a', 'modified'))
    expect(run.changedFiles).toEqual([
      { path: 'b', change: 'modified' },
      { path: 'a', change: 'created' },
    ])
  })

  it('show an output once, in its newest version, also one that an earlier run made', () => {
    const output = (id: string, version: number) => ({ id: id as OutputId, version }) as Output
    const { run, items } = watch(
      { type: 'output.created', output: output('out_1', 1) },
      { type: 'output.updated', output: output('out_1', 2) },
      { type: 'output.updated', output: output('out_of_before', 5) },
    )
    expect(run.outputs).toEqual([output('out_1', 2), output('out_of_before', 5)])
    expect(items).toMatchObject([
      { key: 'output:out_1', seq: 2, output: { version: 2 } },
      { key: 'output:out_of_before', output: { version: 5 } },
    ])
  })

  it('say why it failed, and that it was interrupted', () => {
    const fault = { owner: 'provider', code: 'quota', message: 'no more', retry: 'later' } as const
    expect(watch({ type: 'run.failed', fault }).run).toMatchObject({ state: 'failed', fault, endedAt: 200 })
    expect(watch({ type: 'run.interrupted', reason: 'gone' }).items).toMatchObject([
      { kind: 'notice', tone: 'warning', text: 'gone' },
    ])
  })
})

import { type DurableEvent, foldSession, type RunId, type SessionId } from '@contract'
import { describe, expect, it } from 'vitest'
import { rowAt, rowsOf } from './rows.ts'

const sessionId = 'ses_test000001' as SessionId
const runId = 'run_test000001' as RunId

function view(...events: DurableEvent[]) {
  const first: DurableEvent = {
    type: 'run.queued',
    instruction: 'Go',
    sessionKind: 'main',
    harness: 'loop',
    model: 'x',
  }
  const stream = { kind: 'session', id: sessionId } as const
  return foldSession(
    sessionId,
    [first, ...events].map((event, at) => ({ stream, seq: at + 1, time: at * 10, runId, event })),
  )
}

const said = (text: string): DurableEvent => ({ type: 'output.done', messageId: text, contentIndex: 0, text })

describe('the rows of a transcript', () => {
  it('begin with the instruction and end with how the run ended', () => {
    const rows = rowsOf(view(said('a'), { type: 'run.completed', text: 'a' }).runs)
    expect(rows.map((row) => row.kind)).toEqual(['instruction', 'item', 'ending'])
  })

  it('say that one waits while nothing else moves', () => {
    expect(rowsOf(view(said('a')).runs).at(-1)?.kind).toBe('waiting')
  })

  it('are the same objects for a run that has not changed', () => {
    const { runs } = view(said('a'), { type: 'run.completed', text: 'a' })
    expect(rowsOf(runs)[1]).toBe(rowsOf(runs)[1])
  })

  it('are found by the event they show', () => {
    const rows = rowsOf(view(said('a'), said('b'), { type: 'run.completed', text: 'b' }).runs)
    expect(rows[rowAt(rows, 3, null)]?.key).toContain('text:b')
    expect(rows[rowAt(rows, 4, null)]?.kind).toBe('ending')
    expect(rows[rowAt(rows, 0, 'text:a:0')]?.key).toContain('text:a')
  })
})

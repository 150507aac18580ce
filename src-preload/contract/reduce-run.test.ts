import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptySession, foldSession, reduceSession, withOpenText } from './reduce-run.ts'
import type { SessionView } from './run-view.ts'
import { type DurableEnvelope, isDurable } from './streams.ts'
import { type Move, play, type RunScript, type Sent, sessionId } from './testing/session-script.ts'
import { isTerminal } from './vocabulary.ts'

const piece = fc.string({ minLength: 1, maxLength: 6 })
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('think', 'say'), text: piece }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('writeCall' as const), text: piece }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('progress' as const), text: piece }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('call', 'settle', 'endMessage', 'safetyCopy') }) },
  fc.record({ do: fc.constantFrom('spend', 'stage') }),
  fc.record({ do: fc.constant('lose' as const), server: fc.constantFrom('a', 'b') }),
  fc.record({ do: fc.constant('change' as const), path: fc.constantFrom('x', 'y') }),
  fc.record({ do: fc.constant('output' as const), number: fc.nat(2) }),
)
const script: fc.Arbitrary<RunScript> = fc.record({
  moves: fc.array(move, { maxLength: 25 }),
  ending: fc.constantFrom('completed', 'failed', 'stopped', 'interrupted'),
})
const scripts = fc.array(script, { minLength: 1, maxLength: 3 })

/** A window behind a bad wire, with the repair that a window has: the log since its seq, or the open text. */
class Window {
  view: SessionView = emptySession(sessionId)

  take({ envelope }: Sent, now: Sent, log: DurableEnvelope[]): void {
    const first = reduceSession(this.view, envelope)
    this.view = first.view
    if (first.outcome !== 'gap') return
    if (isDurable(envelope) || envelope.after > this.view.seq) this.catchUp(log.slice(0, now.logged))
    else this.view = withOpenText(this.view, now.open)
    this.view = reduceSession(this.view, envelope).view
  }

  catchUp(log: DurableEnvelope[]): void {
    for (const envelope of log.slice(this.view.seq)) {
      const step = reduceSession(this.view, envelope)
      expect(step.outcome).toBe('applied')
      this.view = step.view
    }
  }
}

describe('the fold of a session', () => {
  it('is the same in one go and step by step, and a step changes no view that was given away', () => {
    fc.assert(
      fc.property(scripts, (session) => {
        const { sent, log } = play(session)
        let view = emptySession(sessionId)
        for (const { envelope } of sent) {
          const before = JSON.stringify(view)
          const given = view
          view = reduceSession(view, envelope).view
          expect(JSON.stringify(given)).toBe(before)
        }
        expect(view).toEqual(foldSession(sessionId, log))
        expect(view.seq).toBe(log.length)
        expect(view.runs).toHaveLength(session.length)
      }),
      { numRuns: 150 },
    )
  })

  it('ends the same when envelopes are lost, doubled and late, once the gaps are repaired', () => {
    const fate = fc.constantFrom('sent', 'sent', 'sent', 'lost', 'twice', 'late')
    const cases = fc.tuple(
      scripts,
      fc.array(fate, { minLength: 40, maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
    )
    fc.assert(
      fc.property(cases, ([session, fates, delay]) => {
        const { sent, log } = play(session)
        const window = new Window()
        const late: { at: number; item: Sent }[] = []
        sent.forEach((item, at) => {
          const what = fates[at % fates.length]
          if (what === 'late') late.push({ at: at + delay, item })
          if (what === 'sent' || what === 'twice') window.take(item, item, log)
          if (what === 'twice') window.take(item, item, log)
          for (const due of late.filter((one) => one.at === at)) window.take(due.item, item, log)
        })
        const last = sent.at(-1) as Sent
        for (const due of late.filter((one) => one.at >= sent.length)) window.take(due.item, last, log)
        window.catchUp(log)
        expect(window.view).toEqual(foldSession(sessionId, log))
      }),
      { numRuns: 400 },
    )
  })

  it('ends the same for a window that joins in the middle, and shows it the open text at once', () => {
    fc.assert(
      fc.property(scripts, fc.nat(), (session, pick) => {
        const { sent, log } = play(session)
        const at = pick % sent.length
        const moment = sent[at] as Sent
        let view = withOpenText(foldSession(sessionId, log.slice(0, moment.logged)), moment.open)
        for (const open of moment.open) {
          const kind = open.kind === 'output' ? 'text' : 'thinking'
          const run = view.runs.find((candidate) => candidate.id === open.runId)
          if (run && isTerminal(run.state)) continue
          expect(run?.items).toContainEqual(
            expect.objectContaining({ kind, messageId: open.messageId, text: open.text, open: true }),
          )
        }
        for (const { envelope } of sent.slice(at + 1)) {
          const step = reduceSession(view, envelope)
          expect(step.outcome).not.toBe('gap')
          view = step.view
        }
        expect(view).toEqual(foldSession(sessionId, log))
      }),
      { numRuns: 200 },
    )
  })

  it('takes nothing into a run after its end, neither facts nor live text', () => {
    fc.assert(
      fc.property(scripts, script, (session, other) => {
        const { log } = play(session)
        const view = foldSession(sessionId, log)
        const runId = view.runs.at(-1)?.id as string
        let after = view
        for (const { envelope } of play([other]).sent.slice(1)) {
          const late = isDurable(envelope) ? { ...envelope, seq: after.seq + 1 } : envelope
          after = reduceSession(after, { ...late, runId } as typeof envelope).view
        }
        expect(after.runs).toEqual(view.runs)
      }),
      { numRuns: 150 },
    )
  })
})

import { type DurableEnvelope, foldSession, type SessionId, type SessionView } from '@contract'
import type { Store } from '../../store/index.ts'
import type { RunContext, StageContext } from './port.ts'

/** Stage 4: the session so far, without the run that is starting. */
export function contextStage({ store, sessionId, runId }: StageContext): RunContext {
  const session = readSession(store, sessionId)
  return { session: { ...session, runs: session.runs.filter((run) => run.id !== runId) } }
}

/** The fold of everything in a session's stream, read page by page. */
export function readSession(store: Store, sessionId: SessionId): SessionView {
  return foldSession(sessionId, everything(store, sessionId))
}

function* everything(store: Store, id: SessionId): Generator<DurableEnvelope> {
  for (let seq = 0, end = false; !end; ) {
    const page = store.since({ kind: 'session', id }, seq, 1000)
    yield* page.envelopes
    seq = page.next
    end = page.end
  }
}

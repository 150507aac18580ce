import { setImmediate as breathe } from 'node:timers/promises'
import { emptySession, foldSession, type SessionId, type SessionView } from '@contract'
import type { Store } from '../../store/index.ts'
import type { RunContext, StageContext } from './port.ts'

/** Few enough that a page is folded within a frame. */
const pageSize = 400

/** Stage 4: the session so far, without the run that is starting. */
export async function contextStage({
  store,
  sessionId,
  runId,
}: StageContext): Promise<Pick<RunContext, 'session'>> {
  const session = await readSession(store, sessionId)
  return { session: { ...session, runs: session.runs.filter((run) => run.id !== runId) } }
}

/** The fold of everything in a session's stream, as of the moment it resolves; others get their turn between pages. */
export async function readSession(store: Store, sessionId: SessionId): Promise<SessionView> {
  const view = emptySession(sessionId)
  while (foldPage(store, view)) await breathe()
  return view
}

/** The same at once, for the start, when nobody waits for a frame. */
export function readSessionNow(store: Store, sessionId: SessionId): SessionView {
  const view = emptySession(sessionId)
  while (foldPage(store, view)) {
    // Page by page, so that a long session is never in memory twice.
  }
  return view
}

/** True when there is more. */
function foldPage(store: Store, view: SessionView): boolean {
  const page = store.since({ kind: 'session', id: view.sessionId }, view.seq, pageSize)
  foldSession(view.sessionId, page.envelopes, view)
  return !page.end
}

import type { SessionId } from '@contract'
import { appendToLog, emptyLog, markLog, type Stores, valueOf } from '../state/index.ts'
import type { Call } from './call.ts'

const pageSize = 1000

/**
 * Reads a session's log into the activity store, page by page, until it reaches what the transcript has; from then
 * on the follower appends. One reading at a time per session.
 */
export function createLogReader(stores: Stores, call: Call): (sessionId: SessionId) => Promise<void> {
  const reading = new Set<SessionId>()

  async function read(sessionId: SessionId): Promise<void> {
    let seq = (stores.activity.getState().logs[sessionId] ?? emptyLog).envelopes.at(-1)?.seq ?? 0
    for (;;) {
      const page = await call('streams.since', {
        stream: { kind: 'session', id: sessionId },
        seq,
        limit: pageSize,
      })
      if (!page.ok) {
        markLog(stores, sessionId, { complete: false, fault: page.fault })
        return
      }
      const reached = appendToLog(stores, sessionId, page.value.envelopes)
      const told = valueOf(stores.transcript.getState().views[sessionId])?.seq ?? 0
      const stuck = reached === seq
      seq = reached
      if (page.value.end && (reached >= told || stuck)) {
        markLog(stores, sessionId, { complete: true, fault: null })
        return
      }
      if (stuck) {
        const fault = {
          owner: 'store',
          code: 'log_gap',
          message: `The log stops at event ${seq}.`,
          retry: 'now',
        } as const
        markLog(stores, sessionId, { complete: false, fault })
        return
      }
    }
  }

  return async (sessionId) => {
    if (reading.has(sessionId)) return
    reading.add(sessionId)
    markLog(stores, sessionId, { complete: false, fault: null })
    try {
      await read(sessionId)
    } finally {
      reading.delete(sessionId)
    }
  }
}

import type { DurableEnvelope, Fault, SessionId } from '@contract'
import type { EventLog, Stores } from './stores.ts'

export const emptyLog: EventLog = { envelopes: [], complete: false, fault: null }

/** Appends what joins on without a gap and drops the rest; returns the seq the log now reaches. */
export function appendToLog(stores: Stores, sessionId: SessionId, more: readonly DurableEnvelope[]): number {
  const log = stores.activity.getState().logs[sessionId] ?? emptyLog
  let last = log.envelopes.at(-1)?.seq ?? 0
  const fresh: DurableEnvelope[] = []
  for (const envelope of more) {
    if (envelope.seq !== last + 1) continue
    fresh.push(envelope)
    last = envelope.seq
  }
  if (fresh.length > 0)
    putLog(stores, sessionId, { ...log, envelopes: [...log.envelopes, ...fresh], fault: null })
  return last
}

export function markLog(
  stores: Stores,
  sessionId: SessionId,
  mark: { complete: boolean; fault: Fault | null },
): void {
  putLog(stores, sessionId, { ...(stores.activity.getState().logs[sessionId] ?? emptyLog), ...mark })
}

function putLog(stores: Stores, sessionId: SessionId, log: EventLog): void {
  stores.activity.setState(({ logs }) => ({ logs: { ...logs, [sessionId]: log } }))
}

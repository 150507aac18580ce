import type { RunEvent, RunView } from '@contract'
import { fault } from '../kit/index.ts'
import type { RunRow } from '../store/index.ts'
import type { EventLog } from './log.ts'
import { readSessionNow } from './stages/index.ts'

/**
 * At start: a run without a terminal event was cut off when the app went away. Its open calls end as unknown and are
 * not run again; the run is interrupted. Returns the runs it ended.
 */
export function recoverRuns(log: EventLog): RunRow[] {
  const cut = log.store.runs.open()
  for (const row of cut) {
    const view = readSessionNow(log.store, row.sessionId).runs.find((run) => run.id === row.id)
    log.append(row.sessionId, row.id, [
      ...(view ? openCalls(view) : []),
      {
        type: 'run.interrupted',
        reason: 'Signalbox went away while this run was at work. Nothing was run again.',
      },
    ])
  }
  return cut
}

function openCalls(view: RunView): RunEvent[] {
  return view.items.flatMap((item): RunEvent[] => {
    if (item.kind !== 'tool' || item.status !== 'running') return []
    const error = fault({
      owner: 'harness',
      code: 'interrupted',
      message: 'Signalbox went away before the call answered; whether it took effect is not known.',
    })
    return [{ type: 'tool.finished', callId: item.callId, status: 'unknown', error, ms: 0 }]
  })
}

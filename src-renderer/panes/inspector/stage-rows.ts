import type { Diagnostic, DurableEnvelope, Fault, RunId, StageName } from '@contract'

/** One stage as the log tells it: when it ended, how long it took, what it found. */
export interface StageRow {
  seq: number
  stage: StageName
  time: number
  /** Null: it did not end, the run did. */
  ms: number | null
  findings: Diagnostic[]
  fault: Fault | null
}

/** The stages of a run in the order of its log. The last one, the launch, is told by the start of the run itself. */
export function stageRows(envelopes: readonly DurableEnvelope[], runId: RunId): StageRow[] {
  const rows: StageRow[] = []
  for (const { runId: of, seq, time, event } of envelopes) {
    if (of !== runId) continue
    const at = { seq, time, findings: [], fault: null }
    if (event.type === 'run.stage')
      rows.push({ ...at, stage: event.stage, ms: event.ms, findings: event.findings })
    else if (event.type === 'run.started' && event.stageMs.launch !== undefined)
      rows.push({ ...at, stage: 'launch', ms: event.stageMs.launch })
    else if ((event.type === 'run.failed' || event.type === 'run.denied') && event.fault.stage)
      rows.push({ ...at, stage: event.fault.stage, ms: null, fault: event.fault })
  }
  return rows
}

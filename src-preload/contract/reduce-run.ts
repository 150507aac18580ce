import type { EventOf, OpenText, RunEvent, Usage } from './events.ts'
import type { RunId, SessionId } from './ids.ts'
import type { Output } from './output.ts'
import {
  closeItems,
  copyItems,
  finishTool,
  joinText,
  joinToolText,
  placeItem,
  placeText,
  startTool,
  takeOpenText,
} from './reduce-items.ts'
import { stateAfter } from './run-state.ts'
import type { RunView, SessionView } from './run-view.ts'
import type { DurableEnvelope, Envelope, LiveEnvelope } from './streams.ts'
import { isDurable } from './streams.ts'
import { isTerminal } from './vocabulary.ts'

/**
 * The fold from envelopes to what the window shows. Pure: ids, times and order come in the envelope.
 * `reduceSession` returns a new view and shares what did not change; `foldSession` folds many into one view.
 */

export function emptySession(sessionId: SessionId): SessionView {
  return { sessionId, seq: 0, runs: [] }
}

/**
 * What happened to an envelope. `gap`: a durable one is missing before it, or live text does not join on;
 * the view is unchanged and the caller repairs it. `stale`: already in the view.
 */
export type ReduceOutcome = 'applied' | 'stale' | 'gap'

export function reduceSession(
  view: SessionView,
  envelope: Envelope,
): { view: SessionView; outcome: ReduceOutcome } {
  const next: SessionView = { ...view, runs: view.runs.slice() }
  const runId = envelope.runId
  if (runId) {
    const at = next.runs.findIndex((run) => run.id === runId)
    const run = next.runs[at]
    if (run) next.runs[at] = { ...run, items: copyItems(run.items) }
  }
  const outcome = applyTo(next, envelope)
  return outcome === 'applied' ? { view: next, outcome } : { view, outcome }
}

/** Folds into `view`, which is changed in place: page by page, a long session does not have to be folded at once. */
export function foldSession(
  sessionId: SessionId,
  envelopes: Iterable<Envelope>,
  view: SessionView = emptySession(sessionId),
): SessionView {
  for (const envelope of envelopes) applyTo(view, envelope)
  return view
}

/** Puts text that is being written into a view that was folded from the log alone. */
export function withOpenText(view: SessionView, open: OpenText[]): SessionView {
  const next: SessionView = { ...view, runs: view.runs.slice() }
  for (const text of open) {
    const at = next.runs.findIndex((run) => run.id === text.runId)
    const found = next.runs[at]
    if (!found || isTerminal(found.state)) continue
    const run = { ...found, items: copyItems(found.items) }
    next.runs[at] = run
    takeOpenText(run, text)
  }
  return next
}

/** Changes `view` in place; the caller owns its arrays. Items are replaced, never changed. */
function applyTo(view: SessionView, envelope: Envelope): ReduceOutcome {
  if (isDurable(envelope)) {
    if (envelope.seq <= view.seq) return 'stale'
    if (envelope.seq !== view.seq + 1) return 'gap'
    view.seq = envelope.seq
    if (envelope.runId) applyDurable(view, envelope, envelope.runId)
    return 'applied'
  }
  if (envelope.after > view.seq) return 'gap'
  const run = view.runs.find((candidate) => candidate.id === envelope.runId)
  return run && !isTerminal(run.state) ? applyLive(run, envelope) : 'stale'
}

function applyDurable(view: SessionView, envelope: DurableEnvelope, runId: RunId): void {
  const event = envelope.event as RunEvent
  if (event.type === 'run.queued') {
    view.runs.push(queuedRun(runId, envelope, event))
    return
  }
  const run = view.runs.find((candidate) => candidate.id === runId)
  // The log takes nothing after an end, and neither does the view.
  if (!run || isTerminal(run.state)) return
  const before = run.lastTime
  run.lastSeq = envelope.seq
  run.lastTime = envelope.time
  applyRunEvent(run, event, envelope, before)
}

function queuedRun(id: RunId, { seq, time }: DurableEnvelope, event: EventOf<'run.queued'>): RunView {
  return {
    id,
    instruction: event.instruction,
    sessionKind: event.sessionKind,
    harness: event.harness,
    model: event.model,
    state: 'queued',
    stage: null,
    stageMs: {},
    findings: [],
    queuedAt: time,
    startedAt: null,
    endedAt: null,
    packageHash: null,
    configChecksum: null,
    requestFingerprint: null,
    toolIds: [],
    items: [],
    changedFiles: [],
    outputs: [],
    usage: null,
    fault: null,
    lastSeq: seq,
    lastTime: time,
    retryOf: event.retryOf ?? null,
    tape: event.tape ?? null,
  }
}

/** `before`: the time of the run's last fact. */
function applyRunEvent(run: RunView, event: RunEvent, { seq, time }: DurableEnvelope, before: number): void {
  run.state = stateAfter(run.state, event)
  switch (event.type) {
    case 'run.queued':
    case 'run.stop_requested':
      return
    case 'run.stage':
      run.stage = event.stage
      run.stageMs = { ...run.stageMs, [event.stage]: event.ms }
      run.findings = [...run.findings, ...event.findings]
      return
    case 'run.started':
      run.startedAt = time
      run.model = event.model
      run.packageHash = event.packageHash
      run.configChecksum = event.configChecksum
      run.requestFingerprint = event.requestFingerprint
      run.toolIds = event.toolIds
      run.stageMs = event.stageMs
      return
    case 'thinking.done':
    case 'output.done':
      return placeText(run, event, seq, before)
    case 'tool.started':
      return startTool(run, event, seq, time)
    case 'tool.finished':
      return finishTool(run, event)
    case 'capability.unavailable':
      return placeNotice(run, seq, time, 'warning', `${event.id}: ${event.detail}`)
    case 'capability.recovered':
      return placeNotice(run, seq, time, 'info', `${event.id} is back`)
    case 'skill.invoked':
      return placeNotice(run, seq, time, 'info', `Skill ${event.skillId}`)
    case 'file.changed':
      return changeFile(run, event)
    case 'output.created':
    case 'output.updated':
      return putOutput(run, event.output, seq, time)
    case 'usage.reported':
      run.usage = run.usage ? addUsage(run.usage, event.usage) : event.usage
      return
    case 'run.failed':
    case 'run.denied':
      run.fault = event.fault
      return endRun(run, time)
    case 'run.completed':
    case 'run.stopped':
      return endRun(run, time)
    case 'run.interrupted':
      placeNotice(run, seq, time, 'warning', event.reason)
      return endRun(run, time)
    default:
      return event satisfies never
  }
}

/** Tokens and money add up over a run; the context is as the newest call left it. */
function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
    contextUsed: b.contextUsed,
    contextSize: b.contextSize ?? a.contextSize,
  }
}

function changeFile(run: RunView, { path, change }: EventOf<'file.changed'>): void {
  const known = run.changedFiles.find((file) => file.path === path)
  const others = run.changedFiles.filter((file) => file !== known)
  // What this run created stays "created", however often it is written again.
  run.changedFiles = [...others, { path, change: known?.change ?? change }]
}

/** An output of an earlier run that this one changes is among this one's too. */
function putOutput(run: RunView, output: Output, seq: number, time: number): void {
  const key = `output:${output.id}`
  const shown = run.items.find((item) => item.key === key)
  const known = run.outputs.some((other) => other.id === output.id)
  run.outputs = known
    ? run.outputs.map((other) => (other.id === output.id ? output : other))
    : [...run.outputs, output]
  placeItem(run, { kind: 'output', key, seq: shown?.seq ?? seq, time: shown?.time ?? time, output })
}

function placeNotice(run: RunView, seq: number, time: number, tone: 'info' | 'warning', text: string): void {
  placeItem(run, { kind: 'notice', key: `notice:${seq}`, seq, time, tone, text })
}

function endRun(run: RunView, time: number): void {
  run.endedAt = time
  closeItems(run)
}

function applyLive(run: RunView, { event }: LiveEnvelope): ReduceOutcome {
  switch (event.type) {
    case 'output.delta':
    case 'thinking.delta':
      return joinText(run, event)
    case 'tool.delta':
      return joinToolText(run, event)
    case 'session.changed':
    case 'workspace.changed':
    case 'app.changed':
    case 'server.changed':
    case 'files.changed':
    case 'store.trouble':
      return 'stale'
    default:
      return event satisfies never
  }
}

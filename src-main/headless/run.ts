import {
  type Envelope,
  type Fault,
  isDurable,
  type RunId,
  type RunState,
  type SessionId,
  type TrustReview,
} from '@contract'
import { fault, faultOf } from '../kit/index.ts'
import type { Operator } from '../runs/index.ts'
import type { Command } from './arguments.ts'
import { exit, exitCodeOf, faultText } from './exit.ts'
import { trustText, waitingText } from './trust.ts'

export interface Terminal {
  out(text: string): void
  error(text: string): void
  /** Calls `stop` when the person asks for the end (Ctrl-C). */
  onInterrupt(stop: () => void): void
}

/** `signalbox run`: one run to its end, its envelopes as they come. */
export async function runCommand(
  operator: Operator,
  command: Extract<Command, { name: 'run' }>,
  terminal: Terminal,
): Promise<number> {
  const { json } = command
  try {
    const workspace = await operator.openFolder(command.folder, command.trust ? 'flag' : '')
    const review = await operator.api['trust.review']({ workspaceId: workspace.id })
    if (workspace.state === 'errors') terminal.error(unknownItems)
    if (!workspace.trusted) return refuseUntrusted(review, json, terminal)
    tellTrust(review, command.trust, terminal)
    const view = await operator.workspaces.get(workspace.id).view()
    const watcher = new RunWatcher(json, terminal)
    const stopListening = operator.onEnvelopes((envelopes) => watcher.take(envelopes))
    const { runId, sessionId } = operator.runs.start({
      workspaceId: workspace.id,
      instruction: command.instruction,
      kind: command.kind,
      harness: command.harness ?? view.agent?.harness ?? 'loop',
      ...(command.model === undefined ? {} : { model: command.model }),
      ...(command.baseUrl === undefined ? {} : { baseUrl: command.baseUrl }),
      ...(command.tape === undefined ? {} : { tape: command.tape }),
      ...(command.sessionId === undefined ? {} : { sessionId: command.sessionId }),
    })
    watcher.watch(runId, sessionId)
    terminal.onInterrupt(() => operator.runs.stopIfAtWork(runId))
    await operator.runs.over(runId)
    stopListening()
    return watcher.exitCode()
  } catch (error) {
    const what = faultOf(error)
    if (json) terminal.out(JSON.stringify({ fault: what }))
    else terminal.error(faultText(what))
    return exitCodeOf(what)
  }
}

const unknownItems =
  'workspace.yaml has errors: what it would do is not known before they are mended, and is asked then.'

/** Says everything that trusting it would mean, and that nothing was done. */
export function refuseUntrusted(review: TrustReview, json: boolean, terminal: Terminal): number {
  const what = fault({
    owner: 'operator',
    code: 'not_trusted',
    message: `Tried to start what is in ${review.path}: the folder is not trusted, and nothing was started.`,
    hint: 'Read what it would do, then add --trust: that trusts exactly what is listed.',
  })
  if (json) terminal.out(JSON.stringify({ fault: what, trust: review }))
  terminal.error(`${trustText(review)}\n${faultText(what)}`)
  return exit.untrusted
}

export function tellTrust(review: TrustReview, granted: boolean, terminal: Terminal): void {
  if (granted) terminal.error(`Trusted: ${trustText(review)}`)
  const waiting = waitingText(review)
  if (waiting !== null) terminal.error(waiting)
}

class RunWatcher {
  private held: Envelope[] = []
  private runId: RunId | null = null
  private end: { state: RunState; fault: Fault | null } | null = null

  constructor(
    private readonly json: boolean,
    private readonly terminal: Terminal,
  ) {}

  /** The first events are committed before the caller knows the id. */
  watch(runId: RunId, sessionId: SessionId): void {
    this.runId = runId
    if (!this.json) this.terminal.error(`run ${runId} in session ${sessionId}`)
    const held = this.held
    this.held = []
    this.take(held)
  }

  take(envelopes: Envelope[]): void {
    if (this.runId === null) {
      this.held.push(...envelopes)
      return
    }
    for (const envelope of envelopes) {
      if (envelope.runId !== this.runId) continue
      if (this.json) this.terminal.out(JSON.stringify(envelope))
      else this.say(envelope)
      this.noteEnd(envelope)
    }
  }

  exitCode(): number {
    if (this.end?.state === 'completed') return exit.done
    if (this.end?.state === 'stopped') return exit.stopped
    return this.end?.fault ? exitCodeOf(this.end.fault) : exit.failed
  }

  private noteEnd({ event }: Envelope): void {
    if (event.type === 'run.failed' || event.type === 'run.denied')
      this.end = { state: 'failed', fault: event.fault }
    else if (event.type === 'run.completed') this.end = { state: 'completed', fault: null }
    else if (event.type === 'run.stopped') this.end = { state: 'stopped', fault: null }
  }

  private say(envelope: Envelope): void {
    const { event } = envelope
    if (isDurable(envelope)) {
      const line = lineFor(event)
      if (line !== null) this.terminal.error(line)
      if (event.type === 'output.done' && !event.partial) this.terminal.out(event.text)
    }
  }
}

function lineFor(event: Envelope['event']): string | null {
  switch (event.type) {
    case 'run.stage':
      return [
        `  ${event.stage} ${event.ms} ms`,
        ...event.findings
          .filter(({ severity }) => severity !== 'info')
          .map(({ severity, message }) => `  ${severity}: ${message}`),
      ].join('\n')
    case 'tool.started':
      return `  > ${event.toolId} ${JSON.stringify(event.args).slice(0, 200)}`
    case 'tool.finished':
      return `  ${event.status === 'ok' ? 'ok' : `${event.status}: ${event.error?.message ?? ''}`} ${event.ms} ms`
    case 'capability.unavailable':
      return `  ${event.id} is not available: ${event.detail}`
    case 'output.created':
      return `  output ${event.output.title} (${event.output.path ?? event.output.id})`
    case 'run.failed':
    case 'run.denied':
      return faultText(event.fault)
    case 'run.stopped':
      return 'Stopped.'
    default:
      return null
  }
}

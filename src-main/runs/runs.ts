import type { OpenText, RunEvent, RunId, RunStart, SessionId, WorkspaceId } from '@contract'
import { type Harness, harnesses } from '../harness/index.ts'
import { newId, raise } from '../kit/index.ts'
import { LiveRun, type LiveRunPort } from './live-run.ts'
import { workspaceStream } from './log.ts'
import { readChoice, type SecretPort } from './models.ts'
import type { OpenWorkspace } from './open-workspace.ts'
import { withoutSecrets } from './sanitize.ts'
import { titleOf } from './title.ts'
import { notTrusted } from './trust/index.ts'
import type { Workspaces } from './workspaces.ts'

/** A start as the headless command can also give it: with the address of the model service. */
type StartOrder = RunStart & { baseUrl?: string }

/** Runs at work, by id. One at a time in a session. */
export class Runs {
  private readonly live = new Map<RunId, { run: LiveRun; over: Promise<void> }>()
  private closing = false

  constructor(
    private readonly workspaces: Workspaces,
    private readonly secrets: SecretPort,
    private readonly port: Omit<LiveRunPort, 'onState'>,
  ) {}

  /** Inserts the run and `run.queued`, answers, and goes on by itself. */
  start(start: StartOrder): { runId: RunId; sessionId: SessionId } {
    const workspace = this.workspaces.get(start.workspaceId)
    const harness = this.checkStart(start, workspace)
    const { clock, log } = this.port
    const now = clock.now()
    const sessionId = start.sessionId ?? newId('session', now)
    const runId = newId('run', now)
    this.checkSession(start, sessionId)
    this.queue(start, harness, sessionId, runId, now)
    const choice = readChoice(log.store)
    const { secrets } = this
    const run = new LiveRun(
      { workspace, store: log.store, clock, secrets, harness, choice, sessionId, runId, start },
      { ...this.port, onState: () => this.announce(workspace, sessionId) },
    )
    this.announce(workspace, sessionId)
    const over = run.work().finally(() => this.live.delete(runId))
    this.live.set(runId, { run, over })
    return { runId, sessionId }
  }

  /** For whoever asks without knowing: a run that is over is left alone. */
  stopIfAtWork(runId: RunId): void {
    this.live.get(runId)?.run.stop('operator')
  }

  stop(runId: RunId): void {
    const live = this.live.get(runId)
    if (!live)
      throw raise({
        owner: 'operator',
        code: 'run_over',
        message: 'This run is over; there is nothing to stop.',
      })
    live.run.stop('operator')
  }

  /** Throws `workspace_busy` while a run of this workspace is at work. */
  checkIdle(workspaceId: WorkspaceId): void {
    if (![...this.live.values()].some(({ run }) => run.workspaceId === workspaceId)) return
    const message = 'A run of this workspace is at work.'
    const hint = 'Stop it, or wait for its end.'
    throw raise({ owner: 'operator', code: 'workspace_busy', message, hint, retry: 'later' })
  }

  openText(sessionId: SessionId): OpenText[] {
    return [...this.live.values()].flatMap(({ run }) => (run.sessionId === sessionId ? run.openText() : []))
  }

  /** Resolves when the run is over and everything it opened is closed. At once for one that is not at work. */
  over(runId: RunId): Promise<void> {
    return this.live.get(runId)?.over ?? Promise.resolve()
  }

  /** Stops every run and waits for them. */
  async close(): Promise<void> {
    this.closing = true
    for (const { run } of this.live.values()) run.stop('shutdown')
    await Promise.all([...this.live.values()].map(({ over }) => over))
  }

  private queue(start: StartOrder, harness: Harness, sessionId: SessionId, runId: RunId, at: number): void {
    const { store } = this.port.log
    const { workspaceId, instruction, kind } = start
    const authored = this.workspaces.get(workspaceId).authoredModel
    const model = harness.needsModel
      ? (start.model ?? authored ?? modelName(readChoice(store)) ?? 'auto')
      : ''
    const queued: RunEvent = {
      type: 'run.queued',
      instruction,
      sessionKind: kind,
      harness: harness.id,
      model,
      ...(start.retryOf === undefined ? {} : { retryOf: start.retryOf }),
      ...(start.tape === undefined ? {} : { tape: start.tape }),
    }
    this.port.log.append(sessionId, runId, [queued], () => {
      const title = withoutSecrets(titleOf(instruction), this.secrets.given())
      if (!start.sessionId) store.sessions.insert({ id: sessionId, workspaceId, title, kind, at })
      store.runs.insert({ id: runId, sessionId, workspaceId, state: 'queued', harness: harness.id, at })
    })
  }

  private checkStart(start: StartOrder, workspace: OpenWorkspace): Harness {
    if (this.closing) throw raise({ owner: 'operator', code: 'closing', message: 'Signalbox is closing.' })
    const harness = harnesses.find((candidate) => candidate.id === start.harness)
    if (!harness) {
      throw raise({
        owner: 'operator',
        code: 'harness_unknown',
        message: `There is no harness "${start.harness}".`,
        hint: `There is ${harnesses.map((one) => one.id).join(', ')}.`,
      })
    }
    if (workspace.isTrusted) return harness
    throw notTrusted(workspace.root)
  }

  private checkSession(start: RunStart, sessionId: SessionId): void {
    if (!start.sessionId) return
    const { store } = this.port.log
    const session = store.sessions.byId(sessionId)
    if (session?.workspaceId !== start.workspaceId) {
      throw raise({
        owner: 'contract',
        code: 'session_unknown',
        message: `There is no session ${sessionId} in this workspace.`,
      })
    }
    if (session.kind !== start.kind) {
      throw raise({
        owner: 'operator',
        code: 'session_kind_fixed',
        message: `This session is of kind ${session.kind}; start a new one for ${start.kind}.`,
      })
    }
    if (store.runs.openInSession(sessionId)) {
      throw raise({
        owner: 'operator',
        code: 'session_busy',
        message: 'This session has a run at work.',
        hint: 'Wait for its end, or stop it.',
        retry: 'later',
      })
    }
  }

  private announce(workspace: OpenWorkspace, sessionId: SessionId): void {
    const session = this.port.log.store.sessions.byId(sessionId)
    if (session)
      this.port.log.live(workspaceStream(workspace.row.id), null, [{ type: 'session.changed', session }])
  }
}

const modelName = (choice: { provider: string; model: string } | null) =>
  choice && `${choice.provider}/${choice.model}`

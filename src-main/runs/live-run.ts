import type { Diagnostic, Fault, OpenText, RunEvent, StageName } from '@contract'
import { type HarnessRun, type HostEnd, type HostRuntime, startHarness } from '../harness/index.ts'
import { type Clock, FaultError, faultOf, type Log, raise, Scope } from '../kit/index.ts'
import { type Candidate, type GateDecision, gate } from '../policy/index.ts'
import type { WorkspacePlan } from '../workspace/index.ts'
import { Gateway } from './gateway.ts'
import type { EventLog } from './log.ts'
import { quotesOf } from './quoting.ts'
import { RunLog } from './run-log.ts'
import { RunTools } from './run-tools.ts'
import { withoutSecrets } from './sanitize.ts'
import {
  collectStage,
  compileStage,
  contextStage,
  launchStage,
  type Prepared,
  type Projected,
  prepareStage,
  projectStage,
  type StageContext,
} from './stages/index.ts'
import { notTrusted, type Standing } from './trust/index.ts'

export interface LiveRunPort {
  log: EventLog
  clock: Clock
  diary: Log
  host: HostRuntime
  /** The run entered a new state; the log already says so. */
  onState(): void
}

/** What a run is started with; `note` is the run's own. */
export type RunOrder = Omit<StageContext, 'note'>

class StoppedError extends Error {}

/** One run from its first stage to its terminal event. */
export class LiveRun {
  private readonly scope = new Scope()
  private readonly log: RunLog
  private readonly context: StageContext
  private readonly stageMs: Partial<Record<StageName, number>> = {}
  private gateway: Gateway | null = null
  /** The gate of this run, once the workspace is compiled. */
  private decide: (tool: Candidate) => GateDecision = (tool) => gate(this.context.start.kind, tool)
  private host: HarnessRun | null = null
  private tools: RunTools | null = null
  /** How it ends, where that is decided before its host is done. */
  private verdict: Fault | null = null
  private stopping: { by: 'operator' | 'shutdown' | 'budget' } | null = null
  private stopped!: (error: StoppedError) => void
  private readonly whenStopped = new Promise<never>((_, reject) => {
    this.stopped = reject
  })

  constructor(
    order: RunOrder,
    private readonly port: LiveRunPort,
  ) {
    const { sessionId, runId } = order
    const { log, clock, onState } = port
    this.log = new RunLog({ log, clock, sessionId, runId, onState, onBroken: (fault) => this.abandon(fault) })
    this.context = { ...order, note: (event) => void this.log.append([event]) }
    this.whenStopped.catch(() => {})
  }

  get id() {
    return this.context.runId
  }

  get workspaceId() {
    return this.context.start.workspaceId
  }

  get sessionId() {
    return this.context.sessionId
  }

  openText(): OpenText[] {
    return this.log.openText()
  }

  /** Does the whole run. Resolves when it is over and what it opened is closed; never rejects. */
  async work(): Promise<void> {
    try {
      const { trust, root } = this.context.workspace
      // The folder that was trusted may have given way to another one at its path.
      if (!(await trust.look())) throw notTrusted(root)
      const projected = await this.compile()
      this.finish(await this.perform(projected))
    } catch (thrown) {
      if (thrown instanceof StoppedError) this.finish({ outcome: 'stopped' })
      else this.finish({ outcome: 'failed', fault: faultOf(thrown) })
    }
    await this.scope.close().catch((error: unknown) => this.port.diary.error('closing a run', error))
  }

  /** Asks for the end. It is confirmed by `run.stopped`; open tool calls are settled now. */
  stop(by: 'operator' | 'shutdown' | 'budget'): void {
    if (this.stopping || this.log.isOver) return
    this.stopping = { by }
    this.log.append([{ type: 'run.stop_requested', by }, ...(this.gateway?.close('stopped') ?? [])])
    this.host?.cancel()
    // Before the host is there, the stages are what is waited for.
    if (!this.host) this.stopped(new StoppedError())
  }

  /** The run has no right result and will not have one: the host is ended, and this is how the run ends. */
  private giveUp(fault: Fault): void {
    this.verdict ??= fault
    this.host?.cancel()
  }

  /** Nothing can be recorded: nothing more is done, and the next start finds the run and marks it interrupted. */
  private abandon(fault: Fault): void {
    this.port.diary.error(`run ${this.id} cannot be recorded and was ended: ${fault.message}`)
    this.gateway?.close('unknown')
    this.host?.cancel()
    this.stopped(new StoppedError())
  }

  private async compile(): Promise<{ projected: Projected; prepared: Prepared }> {
    const { context } = this
    const { reader } = context.workspace
    const collected = await this.stage('collect', () => collectStage(reader))
    const compiled = await this.stage(
      'compile',
      () => compileStage(reader, collected),
      (result) => result.diagnostics,
    )
    // From here on it is the plan without what loosens and was not granted.
    const standing = await context.workspace.trust.standing(compiled.plan)
    const { plan } = standing
    let packageHash = ''
    const tools = new RunTools({
      context,
      runtime: this.port.host.runtime,
      standing,
      files: compiled.files,
      packageHash: () => packageHash,
      record: (events) => this.record(events),
      onInvalidResult: (fault) => this.giveUp(fault),
    })
    this.decide = (tool) => tools.decide(tool)
    this.tools = tools
    const prepared = await this.stage(
      'prepare',
      () => this.prepare(plan, tools, standing),
      (result) => result.findings,
    )
    if (prepared.unavailable.length > 0) {
      this.log.append(
        prepared.unavailable.map((entry): RunEvent => ({ type: 'capability.unavailable', ...entry })),
      )
    }
    const session = await this.stage(
      'context',
      async () => ({ ...(await contextStage(context)), ...quotesOf(context.start.instruction, plan, tools) }),
      (result) => result.findings,
    )
    const projected = await this.stage('project', () =>
      projectStage(context, { ...compiled, plan }, prepared, session),
    )
    packageHash = projected.packageHash
    return { projected, prepared }
  }

  /** What stage 3 opened is closed with the run, also when the run was stopped before the stage was through. */
  private async prepare(plan: WorkspacePlan, tools: RunTools, standing: Standing): Promise<Prepared> {
    const prepared = await prepareStage(this.context, plan, tools, standing)
    this.scope.add(() => prepared.close())
    return prepared
  }

  private async stage<T>(
    stage: StageName,
    work: () => T | Promise<T>,
    findings: (result: T) => Diagnostic[] = () => [],
  ): Promise<T> {
    const startedAt = this.port.clock.elapsed()
    try {
      const result = await Promise.race([Promise.resolve().then(work), this.whenStopped])
      this.stageMs[stage] = Math.round(this.port.clock.elapsed() - startedAt)
      this.log.append([{ type: 'run.stage', stage, ms: this.stageMs[stage], findings: findings(result) }])
      return result
    } catch (thrown) {
      if (thrown instanceof StoppedError) throw thrown
      throw new FaultError({ ...faultOf(thrown), stage }, { cause: thrown })
    }
  }

  /** Stage 6 and the host's work. */
  private async perform({
    projected,
    prepared,
  }: {
    projected: Projected
    prepared: Prepared
  }): Promise<HostEnd> {
    const { run, packageHash } = projected
    const startedAt = this.port.clock.elapsed()
    const { request, snapshot } = launchStage(
      projected,
      this.context.secrets,
      1,
      this.port.clock.now(),
      this.context.store,
    )
    this.stageMs.launch = Math.round(this.port.clock.elapsed() - startedAt)
    this.log.append([
      {
        type: 'run.started',
        harness: run.harness,
        model: run.model.api === 'none' ? '' : `${run.model.provider}/${run.model.model}`,
        configChecksum: run.configChecksum,
        packageHash,
        requestFingerprint: snapshot.requestFingerprint,
        manifestFingerprint: snapshot.manifestFingerprint,
        toolIds: run.tools.map((tool) => tool.id),
        skillIds: run.skills.map((skill) => skill.id),
        serverIds: run.servers.map((server) => server.id),
        stageMs: { ...this.stageMs },
      },
    ])
    const gateway = new Gateway({
      run,
      tools: new Map(prepared.tools.map((tool) => [tool.id, tool])),
      gate: this.decide,
      store: this.context.store,
      clock: this.port.clock,
      clean: (value) => withoutSecrets(value, this.context.secrets.given()),
      append: (events) => this.log.append(events),
      output: (callId, toolId, offset, text) =>
        this.log.live([{ type: 'tool.delta', callId, toolId, part: 'output', offset, text }]),
    })
    this.gateway = gateway
    return new Promise((resolve) => {
      this.host = startHarness(
        this.context.harness,
        this.port.host,
        { request, secrets: projected.secrets },
        {
          onReady: () => {},
          onEvents: (events) => this.log.take(events),
          onWish: (wish) => gateway.call(wish),
          onEnd: resolve,
          onRefused: (wish, why) => {
            gateway.refusedByHost(wish, why)
            this.tools?.refusedByHost(wish.alias, why)
          },
          onNoise: (line) =>
            this.port.diary.info(
              withoutSecrets(`host of ${run.runId}: ${line.slice(0, 500)}`, this.context.secrets.given()),
            ),
        },
      )
    })
  }

  /** Settles what is open and writes the one terminal event, in one commit. */
  private finish(end: HostEnd): void {
    const stopped = this.stopping !== null || (this.verdict === null && end.outcome === 'stopped')
    this.log.append(() => [
      ...this.log.unsavedText(),
      ...(this.gateway?.close(stopped ? 'stopped' : 'unknown') ?? []),
      this.terminal(end, stopped),
    ])
  }

  private terminal(end: HostEnd, stopped: boolean): RunEvent {
    if (stopped) return { type: 'run.stopped', by: this.stopping?.by ?? 'operator' }
    if (this.verdict) return { type: 'run.failed', fault: this.verdict }
    if (end.outcome === 'completed') return { type: 'run.completed', text: end.text }
    return end.outcome === 'failed' ? failure(end.fault) : { type: 'run.stopped', by: 'operator' }
  }

  /** For tools: what they did must be recorded, or the call has failed. */
  private record(events: RunEvent[]): void {
    if (this.log.append(events)) return
    throw raise({ owner: 'store', code: 'not_recorded', message: 'What the call did could not be recorded.' })
  }
}

/** A refusal by policy at the start is a denial, not a failure. */
function failure(fault: Fault): RunEvent {
  return fault.owner === 'policy' && fault.stage !== undefined
    ? { type: 'run.denied', fault }
    : { type: 'run.failed', fault }
}

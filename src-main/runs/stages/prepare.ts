import type { AbsentTool, CapabilityState, Diagnostic } from '@contract'
import type { HeldTools, HolderPort, ServerTarget, Tool, Unavailable } from '../../capabilities/index.ts'
import { type Candidate, type GateDecision, mayReach } from '../../policy/index.ts'
import { type AppPlan, listingOf, type ServerPlan, type WorkspacePlan } from '../../workspace/index.ts'
import { schemaProblem } from '../aliases.ts'
import type { SecretPort } from '../models.ts'
import { withoutSecrets } from '../sanitize.ts'
import { titleOf } from '../title.ts'
import type { Standing } from '../trust/index.ts'
import type { Prepared, StageContext } from './port.ts'

/**
 * Stage 3: connect servers and start apps, side by side, and pass every tool through the one gate. `plan` is the one of
 * `standing`: what the operator did not grant stays out, and says so. `tools.offer` is the run's gate.
 */
export async function prepareStage(
  context: StageContext,
  plan: WorkspacePlan,
  tools: { builtIn: Tool[]; offer(tool: Candidate): GateDecision },
  standing: Standing,
): Promise<Prepared> {
  const { kind } = context.start
  const rules = plan.sessionKinds[kind]
  const prepared = new Preparation(context, (tool) => tools.offer(tool), standing)
  for (const tool of tools.builtIn) prepared.offer(tool)
  const settled = await Promise.allSettled([
    ...plan.servers.map((server) =>
      prepared.addServer(plan, server, mayReach(kind, server.id, `mcp:${server.id}`, rules)),
    ),
    ...plan.apps.map((app) => prepared.addApp(plan, app, mayReach(kind, app.id, `app:${app.id}`, rules))),
  ])
  const failed = settled.find((outcome) => outcome.status === 'rejected')
  if (!failed) return prepared.result()
  // What was opened meanwhile is not left behind.
  await prepared.result().close()
  throw failed.reason
}

class Preparation {
  private readonly tools: Tool[] = []
  private readonly absent: AbsentTool[] = []
  private readonly servers: Prepared['manifest']['servers'] = []
  private readonly apps: Prepared['manifest']['apps'] = []
  private readonly findings: Diagnostic[] = []
  private readonly unavailable: Prepared['unavailable'] = []
  private readonly closers: (() => Promise<void>)[] = []

  constructor(
    private readonly context: StageContext,
    private readonly gate: (tool: Candidate) => GateDecision,
    private readonly standing: Standing,
  ) {
    this.findings.push(...standing.findings)
  }

  offer(tool: Tool): void {
    const decision = this.gate(tool)
    const twice = this.tools.some((other) => other.id === tool.id)
    const problem = decision.callable ? (twice ? 'it is listed twice' : schemaProblem(tool.schema)) : null
    if (!decision.callable) this.leaveOut(tool, decision.reason, decision.detail)
    else if (problem) {
      // Of two alike the first is there: an id is not both there and away.
      if (!twice) this.leaveOut(tool, 'quarantined', problem)
      this.findings.push({
        severity: 'warning',
        code: 'tool_quarantined',
        message: twice
          ? `${tool.id} is listed twice: the first is used.`
          : `${tool.id} was left out: ${problem}.`,
        at: { file: 'workspace.yaml' },
      })
    } else this.tools.push(tool)
  }

  async addServer(plan: WorkspacePlan, server: ServerPlan, visible: boolean): Promise<void> {
    const { mode, tools: named } = listingOf(plan, server.id)
    const shown = mode === 'discovery' ? 'discovery' : 'explicit'
    const names = [...named]
    if (!server.enabled || mode === 'unlisted') {
      this.servers.push({
        id: server.id,
        state: 'off',
        mode: shown,
        detail: server.enabled ? 'no tool of it is in the allowlist' : 'disabled in workspace.yaml',
      })
      return
    }
    const family = `mcp:${server.id}` as const
    if (!visible) {
      this.servers.push({
        id: server.id,
        state: 'off',
        mode: shown,
        detail: `not for sessions of kind ${this.context.start.kind}`,
      })
      for (const name of names)
        this.absent.push({ id: `${server.id}.${name}`, family, reason: 'session_kind' })
      return
    }
    const found = this.refused('server', server.id) ?? (await this.holdServer(server))
    if ('tools' in found) {
      this.closers.push(found.release)
      this.servers.push({ id: server.id, state: 'ready', mode: shown })
      this.remember(server.id, found.tools)
      this.admit(server.id, family, found.tools, mode === 'explicit' ? named : null)
      return
    }
    this.servers.push({
      id: server.id,
      state: this.stateOf('server', server.id, found),
      mode: shown,
      detail: found.detail,
    })
    this.report('server', server.id, found, family, names)
  }

  async addApp(plan: WorkspacePlan, app: AppPlan, visible: boolean): Promise<void> {
    const { mode, tools: named } = listingOf(plan, app.id)
    const family = `app:${app.id}` as const
    const names = mode === 'explicit' ? [...named] : (app.mcp.tools ?? [])
    if (!visible || mode === 'unlisted') {
      this.apps.push({
        id: app.id,
        state: 'off',
        detail: visible
          ? 'no tool of it is in the allowlist'
          : `not for sessions of kind ${this.context.start.kind}`,
      })
      for (const name of names)
        this.absent.push({
          id: `${app.id}.${name}`,
          family,
          reason: visible ? 'not_declared' : 'session_kind',
        })
      return
    }
    const { sessionId, runId, start, workspace } = this.context
    const caller = { workspaceId: start.workspaceId, sessionId, runId, title: titleOf(start.instruction) }
    const refused = this.refused('app', app.id)
    const served = refused ? null : await workspace.app(plan, app.id)
    const found = refused ?? (await served?.hold(caller, this.holder('app', app.id)))
    if (found && 'tools' in found) {
      this.closers.push(found.release)
      this.apps.push({ id: app.id, state: 'ready' })
      this.remember(app.id, found.tools)
      this.admit(app.id, family, found.tools, mode === 'explicit' ? named : null)
      return
    }
    const why = found ?? { reason: 'app_not_running' as const, detail: 'it is not declared' }
    this.apps.push({ id: app.id, state: this.stateOf('app', app.id, why), detail: why.detail })
    this.report('app', app.id, why, family, names)
  }

  private async holdServer(server: ServerPlan): Promise<HeldTools | Unavailable> {
    const { workspace, secrets } = this.context
    const target = targetOf(server, secrets)
    if ('missing' in target) return { reason: 'server_unavailable', detail: `${target.missing} is not set` }
    return workspace.server(target, server).hold(this.holder('server', server.id))
  }

  /** What the operator did not grant as it is now is not started, and not asked either where it still runs. */
  private refused(kind: 'app' | 'server', id: string): Unavailable | null {
    const detail = this.standing.sourceRefusal(kind, id)
    return detail === null ? null : { reason: 'changed', detail }
  }

  /** What was left out is off; what waits for a word is changed. */
  private stateOf(kind: 'app' | 'server', id: string, { reason }: Unavailable): CapabilityState {
    if (reason !== 'changed') return 'failed'
    return this.standing.isLeftOut(kind, id) ? 'off' : 'changed'
  }

  /** Everything it lists, for whoever wants to know without starting it. */
  private remember(sourceId: string, tools: Tool[]): void {
    const { store, clock, start, secrets } = this.context
    const listed = tools.map(({ name, description, readOnly, schema }) => ({
      name,
      description,
      readOnly,
      schema,
    }))
    // A server may say in a description what it was given.
    store.listings.put(start.workspaceId, sourceId, withoutSecrets(listed, secrets.given()), clock.now())
  }

  /** What the run's log is told when a held server or app is lost in mid-run, and when it is back. */
  private holder(kind: 'app' | 'server', id: string): HolderPort {
    const { note } = this.context
    return {
      onLost: ({ reason, detail }) => note({ type: 'capability.unavailable', kind, id, reason, detail }),
      onBack: () => note({ type: 'capability.recovered', kind, id }),
    }
  }

  result(): Prepared {
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
    return {
      tools: this.tools.sort(byId),
      manifest: {
        absent: this.absent.sort(byId),
        servers: this.servers.sort(byId),
        apps: this.apps.sort(byId),
      },
      findings: this.findings,
      unavailable: this.unavailable,
      close: async () => {
        await Promise.allSettled(this.closers.map((close) => close()))
      },
    }
  }

  /** Tools that were really listed; what is named and was not listed is absent, and said. */
  private admit(
    prefix: string,
    family: AbsentTool['family'],
    listed: Tool[],
    named: Set<string> | null,
  ): void {
    for (const tool of listed) {
      if (!named || named.has(tool.name)) this.offer(tool)
      else this.leaveOut(tool, 'not_declared', 'not in the allowlist')
    }
    for (const name of named ?? []) {
      if (listed.some((tool) => tool.name === name)) continue
      const id = `${prefix}.${name}`
      this.absent.push({ id, family, reason: 'not_resolved', detail: `${prefix} has no tool "${name}"` })
      this.findings.push({
        severity: 'warning',
        code: 'tool_not_resolved',
        message: `The allowlist names ${id}, and ${prefix} has no such tool.`,
        at: { file: 'workspace.yaml' },
      })
    }
  }

  private leaveOut(tool: Tool, reason: AbsentTool['reason'], detail?: string): void {
    this.absent.push({ id: tool.id, family: tool.family, reason, ...(detail ? { detail } : {}) })
  }

  private report(
    kind: 'app' | 'server',
    id: string,
    why: Unavailable,
    family: AbsentTool['family'],
    names: string[],
  ): void {
    const { reason } = why
    this.unavailable.push({ kind, id, reason, detail: why.detail })
    for (const name of names) this.absent.push({ id: `${id}.${name}`, family, reason, detail: why.detail })
  }
}

const placeholder = /\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g

/** The plan with its placeholders filled, or the name of the first variable that is not set. */
function targetOf(server: ServerPlan, secrets: SecretPort): ServerTarget | { missing: string } {
  let missing: string | undefined
  const fill = (values: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        value.replace(placeholder, (_all, name: string) => {
          const found = secrets.variable(name)
          if (found === undefined) missing ??= name
          return found ?? ''
        }),
      ]),
    )
  const { id, timeoutMs } = server
  const target: ServerTarget =
    server.kind === 'local'
      ? { id, timeoutMs, kind: 'local', command: server.command, environment: fill(server.environment) }
      : {
          id,
          timeoutMs,
          kind: 'remote',
          url: server.url,
          headers: fill(server.headers),
          transport: server.transport,
        }
  return missing === undefined ? target : { missing }
}

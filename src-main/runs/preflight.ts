import {
  type AbsentTool,
  type CompiledRun,
  type EnvironmentNeed,
  emptySession,
  type Fault,
  type Input,
  type Preflight,
  type StageName,
} from '@contract'
import type { Tool } from '../capabilities/index.ts'
import { type Harness, harnesses } from '../harness/index.ts'
import { type Clock, faultOf, newId, type Runtime, raise } from '../kit/index.ts'
import type { Store } from '../store/index.ts'
import type { Compiled, WorkspacePlan } from '../workspace/index.ts'
import { knownTools, type Source } from './known-tools.ts'
import { readChoice, resolveModel, type SecretPort } from './models.ts'
import type { OpenWorkspace } from './open-workspace.ts'
import { predictManifest } from './predict.ts'
import { neverRecorded, RunTools } from './run-tools.ts'
import { withoutSecrets } from './sanitize.ts'
import { estimateTokens } from './sections.ts'
import { collectStage, type Prepared, prepareStage, projectStage, type StageContext } from './stages/index.ts'
import { notTrusted, type Standing, trustKeys } from './trust/index.ts'

export interface PreflightPort {
  store: Store
  clock: Clock
  secrets: SecretPort
  runtime: Runtime
}

type Wish = Omit<Input<'runs.preflight'>, 'workspaceId'> & { baseUrl?: string }

/**
 * What a run would be given now, by the stages that a run goes through, up to its package. `live` starts and asks the
 * servers and apps, as a run would; otherwise nothing is started and the manifest is predicted. Throws `not_trusted` for a
 * live one of an untrusted folder, `harness_unknown`, `folder_missing`, `workspace_missing`.
 */
export async function preflight(
  workspace: OpenWorkspace,
  wish: Wish,
  port: PreflightPort,
): Promise<Preflight> {
  const harness = harnesses.find(({ id }) => id === wish.harness)
  if (!harness) {
    const message = `There is no harness "${wish.harness}".`
    throw raise({ owner: 'operator', code: 'harness_unknown', message })
  }
  if (wish.live && !(await workspace.trust.look())) throw notTrusted(workspace.root)
  const timer = new StageTimer(port.clock)
  const collected = await timer.take('collect', () => collectStage(workspace.reader))
  const compiled = await timer.take('compile', () => workspace.reader.compile(collected))
  if (!compiled.plan) return notCompiled(compiled, wish, timer)
  const standing = await workspace.trust.standing(compiled.plan)
  const { plan } = standing
  const context = contextFor(workspace, wish, harness, port)
  const tools = new RunTools({
    context,
    runtime: port.runtime,
    standing,
    files: compiled.files,
    packageHash: () => '',
    record: neverRecorded,
    onInvalidResult: neverRecorded,
  })
  const prepared = await timer.take('prepare', () =>
    wish.live ? prepareStage(context, plan, tools, standing) : predicted(context, plan, tools, standing),
  )
  try {
    const { model, fault: noModel } = await modelFor(context, plan)
    const { run, faults } = await timer.take('project', () =>
      projected(context, { ...compiled, plan }, prepared, noModel),
    )
    return {
      kind: wish.kind,
      harness: wish.harness,
      live: wish.live,
      faults,
      findings: withoutSecrets([...compiled.diagnostics, ...prepared.findings], port.secrets.given()),
      sections: [...run.sections],
      tools: run.tools.map(({ id, family, alias, description, schema }) => ({
        id,
        family,
        tokens: estimateTokens(JSON.stringify({ name: alias, description, parameters: schema })),
      })),
      manifest: run.manifest,
      discovery: wish.live ? [] : predictManifest(plan, wish.kind).discovery,
      environment: environmentOf(plan, standing, port.secrets),
      model,
      configChecksum: compiled.configChecksum,
      stageMs: timer.ms,
    }
  } finally {
    await prepared.close()
  }
}

/** Stage 5, past a model or a tape that is missing: those are faults of the report, and the rest is there all the same. */
async function projected(
  context: StageContext,
  compiled: Compiled & { plan: WorkspacePlan },
  prepared: Prepared,
  noModel: Fault | null,
): Promise<{ run: CompiledRun; faults: Fault[] }> {
  const session = { session: emptySession(context.sessionId) }
  const faults = noModel ? [noModel] : []
  const project = (harness: Harness) => projectStage({ ...context, harness }, compiled, prepared, session)
  const harness = { ...context.harness, needsModel: context.harness.needsModel && !noModel }
  try {
    return { run: (await project(harness)).kept, faults }
  } catch (error) {
    if (!harness.needsTape) throw error
    return {
      run: (await project({ ...harness, needsTape: false })).kept,
      faults: [...faults, faultOf(error)],
    }
  }
}

function notCompiled(compiled: Compiled, wish: Wish, timer: StageTimer): Preflight {
  return {
    kind: wish.kind,
    harness: wish.harness,
    live: wish.live,
    faults: compiled.diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(
        ({ code, message, hint, at }): Fault => ({
          owner: 'author',
          stage: 'compile',
          code,
          message,
          at,
          retry: 'no',
          ...(hint ? { hint } : {}),
        }),
      ),
    findings: compiled.diagnostics,
    sections: [],
    tools: [],
    manifest: null,
    discovery: [],
    environment: [],
    model: null,
    configChecksum: compiled.configChecksum,
    stageMs: timer.ms,
  }
}

function contextFor(
  workspace: OpenWorkspace,
  { kind, model, baseUrl, harness: harnessId }: Wish,
  harness: Harness,
  { store, clock, secrets }: PreflightPort,
): StageContext {
  return {
    workspace,
    store,
    clock,
    secrets,
    harness,
    choice: readChoice(store),
    sessionId: newId('session', clock.now()),
    runId: newId('run', clock.now()),
    start: {
      workspaceId: workspace.row.id,
      instruction: '',
      kind,
      harness: harnessId,
      ...(model === undefined ? {} : { model }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
    },
    note: () => {},
  }
}

/** Stage 3 from what is written and what was listed before. */
function predicted(
  { workspace, store, start }: StageContext,
  plan: WorkspacePlan,
  tools: RunTools,
  standing: Standing,
): Prepared {
  const listings = store.listings.of(workspace.row.id)
  const manifest = predictManifest(plan, start.kind, listings, (skillId, toolId) =>
    standing.mayWiden(start.kind, skillId, toolId),
  )
  // Of a folder that is not trusted yet, the prediction is of what it would be.
  const refusal = ({ id, of }: Source) =>
    workspace.isTrusted ? standing.sourceRefusal(of.kind === 'app' ? 'app' : 'server', id) : null
  const refused: AbsentTool[] = []
  const offered = new Set(manifest.tools.map(({ id }) => id))
  const foreign = knownTools(plan, listings)
    .filter(({ id, source }) => source && offered.has(id))
    .flatMap((known): Tool[] => {
      const why = known.source && refusal(known.source)
      if (why) {
        refused.push({ id: known.id, family: known.family, reason: 'changed', detail: why })
        return []
      }
      const { id, family, of, description, schema, readOnly } = known
      const name = id.slice(id.indexOf('.') + 1)
      const tool: Tool = {
        id,
        name,
        family,
        source: of,
        description: description ?? '',
        schema: schema ?? { type: 'object' },
        readOnly: readOnly ?? false,
        idempotent: false,
        call: neverRecorded,
      }
      return [tool]
    })
  const state = { state: 'off' as const }
  return {
    tools: [...tools.builtIn.filter((tool) => tools.offer(tool).callable), ...foreign].sort((a, b) =>
      a.id < b.id ? -1 : 1,
    ),
    manifest: {
      absent: [...manifest.absent, ...refused],
      servers: plan.servers.map(({ id }) => ({
        id,
        ...state,
        mode: manifest.discovery.includes(id) ? 'discovery' : 'explicit',
        ...detail(standing.sourceRefusal('server', id)),
      })),
      apps: plan.apps.map(({ id }) => ({ id, ...state, ...detail(standing.sourceRefusal('app', id)) })),
    },
    findings: standing.findings,
    unavailable: [],
    close: async () => {},
  }
}

const detail = (text: string | null) => (text === null ? {} : { detail: text })

async function modelFor(
  { harness, start, choice, secrets, workspace }: StageContext,
  plan: WorkspacePlan,
): Promise<{ model: Preflight['model']; fault: Fault | null }> {
  if (!harness.needsModel) return { model: null, fault: null }
  try {
    const { model, baseUrl } = start
    const { client } = resolveModel(
      { ...(model ? { model } : {}), ...(baseUrl ? { baseUrl } : {}) },
      plan.agent.model,
      choice,
      secrets,
    )
    const found = { name: `${client.provider}/${client.model}`, baseUrl: client.baseUrl }
    const why = model === undefined ? await workspace.trust.mayGiveKey(plan.agent.model, choice) : null
    if (why === null) return { model: found, fault: null }
    const message = `The model of the workspace, ${plan.agent.model}, may not be used: ${why}.`
    const hint = 'Choose a model for the run, or grant it in the trust screen.'
    return {
      model: found,
      fault: { owner: 'operator', stage: 'project', code: 'model_not_granted', message, hint, retry: 'no' },
    }
  } catch (error) {
    return { model: null, fault: faultOf(error) }
  }
}

const placeholder = /\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g

/** Every variable that something of the plan wants, each with who gets it. */
function environmentOf(plan: WorkspacePlan, standing: Standing, secrets: SecretPort): EnvironmentNeed[] {
  const need = (kind: 'server' | 'app', id: string, name: string): EnvironmentNeed => {
    const isSet = secrets.variable(name) !== undefined
    const isGranted = standing.refusal(trustKeys.env(kind, id, name)) === null
    const state = isSet ? (isGranted ? 'set' : 'not_granted') : 'missing'
    return { name, destination: `${kind} ${id}`, state }
  }
  return [
    ...plan.servers.flatMap((server) => {
      if (!server.enabled) return []
      const values = [
        ...Object.values(server.environment),
        ...(server.kind === 'remote' ? Object.values(server.headers) : []),
      ]
      const names = values.flatMap((value) => [...value.matchAll(placeholder)].map((match) => match[1] ?? ''))
      return [...new Set(names)].map((name) => need('server', server.id, name))
    }),
    ...plan.apps.flatMap(({ id, envContract }) => envContract.map((name) => need('app', id, name))),
  ]
}

class StageTimer {
  readonly ms: Partial<Record<StageName, number>> = {}

  constructor(private readonly clock: Clock) {}

  async take<T>(stage: StageName, work: () => T | Promise<T>): Promise<T> {
    const startedAt = this.clock.elapsed()
    try {
      return await work()
    } finally {
      this.ms[stage] = Math.round(this.clock.elapsed() - startedAt)
    }
  }
}

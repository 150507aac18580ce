import type { CompiledRun, JsonObject, ModelClient, PackagedTool } from '@contract'
import { digestOf, raise } from '../../kit/index.ts'
import { policyRules } from '../../policy/index.ts'
import { type Compiled, listingOf, listTapes, readTape, type WorkspacePlan } from '../../workspace/index.ts'
import { aliasesFor } from '../aliases.ts'
import { historyOf } from '../history.ts'
import { resolveModel } from '../models.ts'
import { withoutSecrets } from '../sanitize.ts'
import { promptSections } from '../sections.ts'
import { managedNote } from '../skills.ts'
import type { Prepared, Projected, RunContext, StageContext } from './port.ts'

/** Stage 5: everything the run may see, in one value, frozen and hashed. */
export async function projectStage(
  context: StageContext,
  compiled: Compiled & { plan: WorkspacePlan },
  prepared: Prepared,
  { session, quoted = [] }: RunContext,
): Promise<Projected> {
  const { plan } = compiled
  const { start, harness } = context
  const model = await modelFor(context, plan)
  const aliases = aliasesFor([...idsOf(prepared), ...listedBefore(context, plan)])
  const tools = prepared.tools.map(
    (tool): PackagedTool =>
      packaged(tool, aliases.get(tool.id) ?? tool.id, managedNote(plan.skills, tool.id)),
  )
  const manifest: CompiledRun['manifest'] = {
    tools: tools.map(({ id, alias, family }) => ({ id, alias, family })),
    ...prepared.manifest,
  }
  const date = new Date(context.clock.now()).toISOString().slice(0, 10)
  const root = context.workspace.root
  const run: CompiledRun = {
    workspaceId: start.workspaceId,
    sessionId: context.sessionId,
    runId: context.runId,
    sessionKind: start.kind,
    instruction: start.instruction,
    harness: harness.id,
    model: model.client,
    ...(start.reasoning === undefined ? {} : { reasoning: start.reasoning }),
    sections: promptSections({
      plan,
      kind: start.kind,
      tools,
      manifest,
      root,
      date,
      sessionId: context.sessionId,
      quoted,
    }),
    contextMessages: historyOf(
      session,
      (toolId) => aliases.get(toolId) ?? aliasesFor([toolId]).get(toolId) ?? toolId,
    ),
    tools,
    manifest,
    skills: plan.skills.map(({ id, description, path }) => ({ id, description, path })),
    commands: commandsOf(plan, start.kind, manifest),
    servers: plan.servers.map(({ id, kind, enabled }) => ({
      id,
      kind,
      enabled,
      mode: listingOf(plan, id).mode === 'discovery' ? 'discovery' : 'explicit',
    })),
    mcpRefs: plan.allowlist.toolIds,
    apps: plan.apps.map(({ id, name }) => ({ id, name })),
    attachments: [],
    outputFormat: plan.outputSchema?.kind === 'json' ? plan.outputSchema.schema : null,
    budgets: {},
    policyDigest: digestOf(policyRules(start.kind, plan.sessionKinds[start.kind])),
    configChecksum: compiled.configChecksum,
    files: compiled.files,
    findings: [...compiled.diagnostics, ...prepared.findings],
    ...(harness.needsTape ? { tape: await tapeFor(root, start.tape) } : {}),
  }
  const kept = withoutSecrets(JSON.parse(JSON.stringify(run)) as CompiledRun, context.secrets.given())
  return { run: deepFreeze(run), kept, packageHash: digestOf(kept), secrets: model.secrets }
}

const idsOf = ({ tools, manifest }: Prepared) => [...tools, ...manifest.absent].map(({ id }) => id)

/** So that a name is the same whether or not the server of another tool, which would collide with it, is up. */
function listedBefore({ store, start }: StageContext, { servers, apps }: WorkspacePlan): string[] {
  const sources = new Set([...servers, ...apps].map(({ id }) => id))
  return store.listings
    .of(start.workspaceId)
    .filter(({ sourceId }) => sources.has(sourceId))
    .flatMap(({ sourceId, tools }) => tools.map(({ name }) => `${sourceId}.${name}`))
}

/** Only where the tool is there that runs them. */
function commandsOf(
  { commands }: WorkspacePlan,
  kind: CompiledRun['sessionKind'],
  { tools }: CompiledRun['manifest'],
): CompiledRun['commands'] {
  if (!tools.some(({ id }) => id === 'command_run')) return []
  return commands
    .filter(({ sessionKinds }) => sessionKinds === null || sessionKinds.includes(kind))
    .map(({ id, description }) => ({ id, description }))
}

async function modelFor(
  context: StageContext,
  plan: WorkspacePlan,
): Promise<{ client: ModelClient; secrets: Record<string, string> }> {
  if (!context.harness.needsModel) {
    return { client: { api: 'none', provider: context.harness.id, model: 'none', baseUrl: '' }, secrets: {} }
  }
  const { model, baseUrl } = context.start
  if (model === undefined) await checkKeyGrant(context, plan.agent.model)
  return resolveModel(
    { ...(model ? { model } : {}), ...(baseUrl ? { baseUrl } : {}) },
    plan.agent.model,
    context.choice,
    context.secrets,
  )
}

/** A key leaves for where the workspace says only when the operator said so too. */
async function checkKeyGrant({ workspace, choice }: StageContext, authored: string): Promise<void> {
  const why = await workspace.trust.mayGiveKey(authored, choice)
  if (why === null) return
  throw raise({
    owner: 'operator',
    stage: 'project',
    code: 'model_not_granted',
    message: `Tried to use the model of the workspace, ${authored}: ${why}.`,
    hint: 'Choose a model for this run, or grant it in the trust screen.',
    at: { file: 'workspace.yaml' },
  })
}

async function tapeFor(root: string, wanted: string | undefined): Promise<JsonObject> {
  const [first] = wanted === undefined ? await listTapes(root) : [await readTape(root, wanted)]
  if (first) return first.body
  throw raise({
    owner: 'operator',
    stage: 'project',
    code: 'no_tape',
    message: 'There is no tape to play: rehearsals/ has none.',
    hint: 'Write one, or choose another harness.',
  })
}

function packaged(tool: Prepared['tools'][number], alias: string, note: string): PackagedTool {
  const { id, family, source, description, schema, readOnly, idempotent } = tool
  return {
    id,
    alias,
    family,
    source,
    description: description + note,
    schema,
    policy: 'allow',
    deferred: false,
    readOnly,
    idempotent,
  }
}

function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const entry of Object.values(value)) deepFreeze(entry)
  }
  return value
}

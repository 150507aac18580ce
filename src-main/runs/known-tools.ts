import type { AbsentTool, EffectTool, JsonObject, SessionKind, ToolSource } from '@contract'
import { gate } from '../policy/index.ts'
import { type ListingMode, listingOf, type WorkspacePlan } from '../workspace/index.ts'
import { schemaProblem } from './aliases.ts'

/** What a server or app listed when it was last asked. */
export interface Listing {
  sourceId: string
  tools: { name: string; description: string; readOnly: boolean; schema: JsonObject }[]
  seenAt: number
}

/** A server or app, as far as the files tell it. */
export interface Source {
  id: string
  family: AbsentTool['family']
  of: ToolSource
  enabled: boolean
  mode: ListingMode
  /** Raw names in the allowlist. */
  named: ReadonlySet<string>
  /** Tools that a manifest names before anything is started. */
  declared: readonly string[]
  /** Null: it was never asked. */
  listing: Listing | null
}

/** A tool that is known of, before anything is started. */
export interface KnownTool {
  id: string
  family: AbsentTool['family']
  of: ToolSource
  source: Source | null
  named: boolean
  known: EffectTool['known']
  description: string | null
  readOnly: boolean | null
  schema: JsonObject | null
}

export function sourcesOf(plan: WorkspacePlan, listings: readonly Listing[] = []): Source[] {
  const listed = (id: string) => listings.find(({ sourceId }) => sourceId === id) ?? null
  const source = (id: string, of: ToolSource, enabled: boolean, declared: readonly string[]): Source => {
    const { mode, tools: named } = listingOf(plan, id)
    const family = of.kind === 'app' ? (`app:${id}` as const) : (`mcp:${id}` as const)
    return { id, family, of, enabled, mode, named, declared, listing: listed(id) }
  }
  return [
    ...plan.servers.map(({ id, enabled }) => source(id, { kind: 'mcp', server: id }, enabled, [])),
    ...plan.apps.map(({ id, mcp }) => source(id, { kind: 'app', app: id }, true, mcp.tools ?? [])),
  ]
}

const fixed: [id: string, family: KnownTool['family'], readOnly: boolean][] = [
  ['file_read', 'files.read', true],
  ['file_list', 'files.read', true],
  ['file_write', 'files.write', false],
  ['write_report', 'outputs', false],
  ['output_link', 'outputs', false],
]

/** The runtime's own tools for this workspace. */
function builtInTools(plan: WorkspacePlan): KnownTool[] {
  const tools = [...fixed]
  if (plan.skills.length > 0) tools.push(['skill', 'skill', true])
  if (plan.commands.length > 0) tools.push(['command_run', 'workspace', false])
  if (plan.outputSchema?.kind === 'json') tools.push(['submit_result', 'outputs', false])
  return tools.map(([id, family, readOnly]) => ({
    id,
    family,
    of: { kind: 'built-in' },
    source: null,
    named: false,
    known: 'listed',
    description: null,
    readOnly,
    schema: null,
  }))
}

export function knownTools(plan: WorkspacePlan, listings: readonly Listing[] = []): KnownTool[] {
  return [...builtInTools(plan), ...sourcesOf(plan, listings).flatMap(toolsOf)]
}

function toolsOf(source: Source): KnownTool[] {
  const { id, family, of, named, declared, listing } = source
  const names = new Set([...named, ...declared, ...(listing?.tools.map(({ name }) => name) ?? [])])
  const byName = new Map(listing?.tools.map((tool) => [tool.name, tool]))
  return [...names].map((name) => {
    const seen = byName.get(name)
    return {
      id: `${id}.${name}`,
      family,
      of,
      source,
      named: named.has(name),
      known: seen ? 'listed' : declared.includes(name) ? 'declared' : 'unseen',
      description: seen?.description ?? null,
      readOnly: seen?.readOnly ?? null,
      schema: seen?.schema ?? null,
    }
  })
}

/** The operator granted that this skill gives the tool to sessions of the kind asked about. */
export type MayWiden = (skillId: string, toolId: string) => boolean

export interface Verdict {
  callable: 'yes' | 'no' | 'maybe'
  reason?: AbsentTool['reason']
  detail: string
}

/**
 * May a session of this kind call it, as far as the files and earlier listings tell: in the order of the stages,
 * declared, listed, of this kind, granted by a skill. `mayWiden` null: what the operator granted is not known.
 */
export function verdictOf(
  plan: WorkspacePlan,
  kind: SessionKind,
  tool: KnownTool,
  mayWiden: MayWiden | null = null,
): Verdict {
  const rules = plan.sessionKinds[kind]
  const away = tool.source && whyNotServed(tool.source, tool)
  if (away) return away
  const granting = grantsOf(plan.skills).get(tool.id) ?? []
  const decision = gate(kind, tool, rules)
  const only = `only after the skill ${granting.join(' or ')} was invoked in the run`
  if (!decision.callable) {
    const { reason, detail = reason } = decision
    const widens =
      granting.length > 0 && reason === 'session_kind' && !decision.denied && kind !== 'onboarding'
    if (!widens) return { callable: 'no', reason, detail }
    if (mayWiden === null)
      return {
        callable: 'maybe',
        reason,
        detail: `${detail}, unless you grant that a skill gives it: ${only}`,
      }
    if (!granting.some((skillId) => mayWiden(skillId, tool.id))) return { callable: 'no', reason, detail }
  }
  const problem = tool.id === 'command_run' ? whyNoCommand(plan, kind) : quarantineOf(tool)
  if (problem) return problem
  const isWidened = decision.callable && !gate(kind, tool).callable
  const word = isWidened ? `; session_kinds.${kind} lets it in, which needs your grant` : ''
  if (granting.length > 0) return { callable: 'maybe', reason: 'skill_required', detail: only + word }
  const { source } = tool
  if (source?.mode === 'discovery' && tool.known === 'unseen')
    return {
      callable: 'maybe',
      detail: `${source.id} is in discovery: it is callable if the server lists it`,
    }
  return { callable: 'yes', detail: whyServed(tool) + word }
}

/** By tool, the skills that grant it. Asked for every tool and kind, at every keystroke. */
function grantsOf(skills: WorkspacePlan['skills']): Map<string, string[]> {
  const known = grants.get(skills)
  if (known) return known
  const made = new Map<string, string[]>()
  for (const { id, grantedTools } of skills)
    for (const tool of new Set(grantedTools)) made.set(tool, [...(made.get(tool) ?? []), id])
  grants.set(skills, made)
  return made
}
const grants = new WeakMap<WorkspacePlan['skills'], Map<string, string[]>>()

/** As a run leaves it out, when it was last listed. */
function quarantineOf({ schema }: KnownTool): Verdict | null {
  if (!schema) return null
  const known = problems.get(schema)
  const problem = known === undefined ? schemaProblem(schema) : known
  problems.set(schema, problem)
  return problem === null ? null : { callable: 'no', reason: 'quarantined', detail: problem }
}
const problems = new WeakMap<JsonObject, string | null>()

function whyNoCommand({ commands }: WorkspacePlan, kind: SessionKind): Verdict | null {
  const isThere = commands.some(({ sessionKinds }) => sessionKinds?.includes(kind) ?? true)
  const detail = `no command of this workspace is for sessions of kind ${kind}`
  return isThere ? null : { callable: 'no', reason: 'not_declared', detail }
}

function whyNotServed({ id, enabled, mode, named, listing }: Source, tool: KnownTool): Verdict | null {
  const no = (reason: AbsentTool['reason'], detail: string): Verdict => ({ callable: 'no', reason, detail })
  if (!enabled) return no('server_disabled', `${id} is disabled in workspace.yaml`)
  if (mode === 'unlisted') return no('not_declared', `the allowlist names other tools and none of ${id}`)
  if (mode === 'explicit' && !tool.named)
    return no('not_declared', 'mcp_registry.allowlist.tool_ids does not name it')
  const name = tool.id.slice(id.length + 1)
  if (named.has(name) && listing && tool.known === 'unseen')
    return no('not_resolved', `${id} had no tool "${name}" when it was last asked`)
  return null
}

function whyServed({ source, known }: KnownTool): string {
  if (!source) return 'a tool of the runtime, of this session kind, and allowed'
  if (source.mode === 'discovery') return `${source.id} is in discovery and listed it`
  return known === 'listed' ? 'named in the allowlist, and listed' : 'named in the allowlist; not asked yet'
}

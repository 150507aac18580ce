import type { AbsentTool, EffectTool, JsonObject, SessionKind, ToolSource } from '@contract'
import { gate, type KindRules } from '../policy/index.ts'
import { type ListingMode, listingOf, type WorkspacePlan } from '../workspace/index.ts'

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

export interface Verdict {
  callable: 'yes' | 'no' | 'maybe'
  reason?: AbsentTool['reason']
  detail: string
}

/**
 * May a session of this kind call it, as far as the files and earlier listings tell: in the order of the stages,
 * declared, listed, of this kind, granted by a skill.
 */
export function verdictOf(
  plan: WorkspacePlan,
  kind: SessionKind,
  tool: KnownTool,
  rules: KindRules | undefined = plan.sessionKinds[kind],
): Verdict {
  const away = tool.source && whyNotServed(tool.source, tool)
  if (away) return away
  const granting = plan.skills
    .filter(({ grantedTools }) => grantedTools.includes(tool.id))
    .map(({ id }) => id)
  const decision = gate(kind, tool, rules)
  if (!decision.callable)
    return { callable: 'no', reason: decision.reason, detail: decision.detail ?? decision.reason }
  if (granting.length > 0) {
    const detail = `only after the skill ${granting.join(' or ')} was invoked in the run`
    return { callable: 'maybe', reason: 'skill_required', detail }
  }
  const { source } = tool
  if (source?.mode === 'discovery' && tool.known === 'unseen')
    return {
      callable: 'maybe',
      detail: `${source.id} is in discovery: it is callable if the server lists it`,
    }
  return { callable: 'yes', detail: whyServed(tool) }
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

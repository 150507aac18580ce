import type { AbsenceReason, SessionKind, ToolFamily } from '@contract'

type Row = Record<SessionKind, boolean>
const yes: Row = { main: true, subagent: true, onboarding: true, scheduled: true }
const row = (main: boolean, subagent: boolean, onboarding: boolean, scheduled: boolean): Row => ({
  main,
  subagent,
  onboarding,
  scheduled,
})

/** Which families a session kind may call (spec 02, preset `coordinate`). Execution is delegated from `main`. */
const builtIn: Record<string, Row> = {
  plan: yes,
  ask: yes,
  skill: yes,
  delegate: row(true, false, false, true),
  memory: yes,
  workspace: row(true, false, true, false),
  apps: row(true, false, false, false),
  outputs: row(true, true, false, true),
  'files.read': yes,
  'files.write': row(false, true, false, false),
  shell: row(false, true, false, false),
  browser: row(false, true, false, false),
  team: row(true, true, false, true),
}
const servers = row(true, true, false, true)

export function visibleIn(kind: SessionKind, family: ToolFamily): boolean {
  if (family.startsWith('mcp:') || family.startsWith('app:')) return servers[kind]
  return Object.hasOwn(builtIn, family) && (builtIn[family]?.[kind] ?? false)
}

/** Where the table says "read" or "instructions": of a visible family only these. */
const memoryReads = ['memory_search', 'memory_get', 'session_search', 'session_history']
const onlyTools: Partial<Record<SessionKind, Record<string, string[]>>> = {
  subagent: { memory: memoryReads },
  onboarding: { memory: memoryReads, workspace: ['instructions_update'] },
}

function toolVisibleIn(kind: SessionKind, tool: Candidate): boolean {
  return visibleIn(kind, tool.family) && (onlyTools[kind]?.[tool.family]?.includes(tool.id) ?? true)
}

/** A tool that was resolved: declared, and known to the thing that serves it. */
export interface Candidate {
  id: string
  family: ToolFamily
}

/** What an author changes for one session kind: families or tool ids. `direct` gives `main` the execution families. */
export interface KindRules {
  preset: 'coordinate' | 'direct'
  allow: string[]
  deny: string[]
}

const noRules: KindRules = { preset: 'coordinate', allow: [], deny: [] }
const execution = ['files.write', 'shell', 'browser']

/** `denied`: the author said no, which nothing gives back. */
export type GateDecision =
  | { callable: true }
  | { callable: false; reason: AbsenceReason; detail?: string; denied?: true }

/**
 * The one gate: it decides for the manifest, the prompt text, the host's tools and the gateway alike, so an agent is
 * never told of a tool that it cannot call. `rules` come from a trusted workspace; deny beats allow beats the table.
 */
export function gate(kind: SessionKind, tool: Candidate, rules: KindRules = noRules): GateDecision {
  if (rules.deny.some((entry) => entry === tool.id || entry === tool.family)) {
    return {
      callable: false,
      reason: 'session_kind',
      detail: `session_kinds.${kind} denies it`,
      denied: true,
    }
  }
  const widened = rules.allow.some((entry) => entry === tool.family || namesTool(entry, tool))
  if (!widened && !isVisible(kind, tool, rules)) {
    return { callable: false, reason: 'session_kind', detail: `not for sessions of kind ${kind}` }
  }
  if (!allowed.some((entry) => covers(entry, tool))) {
    return { callable: false, reason: 'denied_by_policy', detail: `no rule allows ${tool.family}` }
  }
  return { callable: true }
}

/** `files.read` is the family, also where a server called `files` has a tool `read`: what lets in has one meaning. */
const namesTool = (entry: string, { id }: Candidate) => entry === id && !Object.hasOwn(builtIn, entry)

/** Whether anything of a server or app can be callable for this kind: if not, it is not even started. */
export function mayReach(
  kind: SessionKind,
  id: string,
  family: ToolFamily,
  rules: KindRules = noRules,
): boolean {
  if (rules.deny.includes(family)) return false
  const letIn = rules.allow.some(
    (entry) => entry === family || (entry.startsWith(`${id}.`) && !Object.hasOwn(builtIn, entry)),
  )
  return letIn || visibleIn(kind, family)
}

function isVisible(kind: SessionKind, tool: Candidate, { preset }: KindRules): boolean {
  if (preset === 'direct' && kind === 'main' && execution.includes(tool.family)) return true
  return toolVisibleIn(kind, tool)
}

/** What may run without asking. Everything else is denied until there are rules and approvals to ask by. */
const allowed = ['skill', 'files.read', 'files.write', 'outputs', 'command_run', 'mcp:', 'app:']

/** An entry is a family, the beginning of families, or a tool. */
function covers(entry: string, { id, family }: Candidate): boolean {
  return entry.endsWith(':') ? family.startsWith(entry) : entry === family || entry === id
}

/** The rules in force for a session kind, as data: what `policyDigest` is made from. */
export function policyRules(kind: SessionKind, rules: KindRules = noRules) {
  return { kind, ...rules, allowed, otherwise: 'deny' } as const
}

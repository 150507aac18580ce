import type { Diagnostic, FileDigest, JsonObject, SessionKind } from '@contract'

/** What an author wrote, as the runtime reads it. Made by `compile` only; a plan has no errors in it. */
export interface WorkspacePlan {
  name: string | null
  agent: { id: string; model: string; role: string | null }
  harness: string
  /** AGENTS.md, or null when there is none: the run then has no standing policy. */
  instructions: { file: string; text: string } | null
  knowledge: { file: string; text: string | null; paths: string[] } | null
  servers: ServerPlan[]
  allowlist: Allowlist
  apps: AppPlan[]
  /** Those that are enabled, in the order that the author gave. */
  skills: SkillPlan[]
  /** Those that were found and are in no run: turned off, or with something wrong. */
  skillsOff: SkillOff[]
  commands: CommandPlan[]
  subagents: SubagentPlan[]
  /** What the author changes of the table of session kinds (spec 02); a kind that is not here keeps it. */
  sessionKinds: Partial<Record<SessionKind, SessionKindPlan>>
  /** `prompt.include`, whole and in order. */
  includes: { file: string; text: string }[]
  /** ONBOARD.md where it has content: a new session is then an onboarding. */
  onboarding: { file: string; text: string } | null
  /** What a result must look like: JSON Schema, or (without effect here) an id or a module of code. */
  outputSchema:
    | { kind: 'json'; path: string; schema: JsonObject }
    | { kind: 'id'; id: string }
    | { kind: 'module'; path: string }
    | null
  schemaAliases: Record<string, string>
  /** Functions of the workspace, served by its sidecar as `workspace.<tool>`. */
  catalog: CatalogPlan[]
  plansDir: string
  /** The sections of options as they were written, each key of the type that the contract says. */
  options: Partial<Record<OptionSection, JsonObject>>
  policy: PolicyRulePlan[]
}

export type OptionSection =
  | 'memory'
  | 'compaction'
  | 'schedule'
  | 'workspace'
  | 'sandbox'
  | 'placement'
  | 'budgets'
  | 'egress'

export interface SessionKindPlan {
  preset: 'coordinate' | 'direct'
  /** Families (`shell`, `mcp:<server>`, ...) or tools (`server.tool`, a built-in's name). */
  allow: string[]
  /** Beats `allow`. */
  deny: string[]
}

export interface CommandPlan {
  id: string
  description: string
  /** Exactly one of `run` and `prompt` is not null. */
  run: string[] | null
  prompt: string | null
  /** Null: in every kind. */
  sessionKinds: SessionKind[] | null
}

export interface SubagentPlan {
  id: string
  description: string
  path: string
  workspace: 'isolated' | 'shared'
  model: string | null
  steps: number
  /** Null: what its session kind gives. */
  tools: string[] | null
  skills: string[] | null
  mode: string | null
  hidden: boolean
  /** Its system prompt. */
  body: string
}

export interface CatalogPlan {
  /** `workspace.<tool>`. */
  id: string
  modulePath: string
  symbol: string
}

export interface PolicyRulePlan {
  tool: string
  /** A pattern for the call's text, or one for each argument by name. Null: every call. */
  match: string | Record<string, string> | null
  matchArgv: string[] | null
  verdict: 'allow' | 'ask' | 'deny'
  reason: string
}

interface ServerCommon {
  id: string
  enabled: boolean
  timeoutMs: number
  environment: Record<string, string>
}
export type ServerPlan = ServerCommon &
  (
    | { kind: 'local'; command: string[] }
    | { kind: 'remote'; url: string; headers: Record<string, string>; transport: 'auto' | 'http' | 'sse' }
  )

/** `toolIds` empty: every enabled server is in discovery. Otherwise only what is named, and `discover` servers. */
export interface Allowlist {
  toolIds: string[]
  others: 'none' | 'discover'
}

export interface AppPlan {
  id: string
  configPath: string
  /** Workspace-relative folder of the manifest: where its commands run. */
  folder: string
  name: string
  icon: string | null
  mcp: { port: number; transport: 'http' | 'http-sse'; path: string; tools: string[] | null }
  health: { path: string; timeoutMs: number; intervalMs: number; target: 'mcp' | 'api' }
  setup: string | null
  start: string | null
  stop: string | null
  envContract: string[]
  ui: { path: string; views: Record<string, string> } | null
}

/** Where a skill comes from, low to high: of the same id the higher one is taken. */
export type SkillLayerName = 'bundled' | 'operator' | 'workspace'

export interface SkillPlan {
  id: string
  layer: SkillLayerName
  /** Lower layers that have one of this id, which is not used. */
  shadows: SkillLayerName[]
  description: string
  path: string
  /** These can be called only after a skill that grants them was invoked in the run. */
  grantedTools: string[]
  grantedCommands: string[]
  /** The text after the frontmatter: read when the skill is invoked. */
  body: string
}

export interface SkillOff {
  id: string
  layer: SkillLayerName
  path: string
  /** Null: there is nothing wrong with it, it is turned off. */
  problem: string | null
  skill: SkillPlan | null
}

/** An authored file as it was read. */
export interface AuthoredFile {
  path: string
  text: string
  sha256: string
}

/** The bounded set of files that take part, hashed in a fixed order. */
export interface Collected {
  root: string
  files: Map<string, AuthoredFile>
  knowledgePaths: string[]
  /** Skills of the layers below the workspace, lowest first. Their paths begin with the layer's name and a colon. */
  layered: { layer: SkillLayerName; id: string; file: AuthoredFile }[]
  /** What could not be read. Of a path that workspace.yaml names, stage 2 says where it is named. */
  problems: Diagnostic[]
  /** The same by workspace-relative path, for those that workspace.yaml names. */
  refused: Map<string, Diagnostic>
}

export interface Compiled {
  /** Null when a diagnostic is an error. */
  plan: WorkspacePlan | null
  diagnostics: Diagnostic[]
  files: FileDigest[]
  configChecksum: string
}

/** How a server's tools come into a run. */
export type ListingMode = 'explicit' | 'discovery' | 'unlisted'

/** Which tools of a server (or app) an author lets in: a set of raw names, or everything it lists. */
export function listingOf(
  plan: Pick<WorkspacePlan, 'allowlist'>,
  serverId: string,
): { mode: ListingMode; tools: Set<string> } {
  const prefix = `${serverId}.`
  const tools = new Set(
    plan.allowlist.toolIds.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length)),
  )
  if (plan.allowlist.toolIds.length === 0) return { mode: 'discovery', tools }
  if (tools.size > 0) return { mode: 'explicit', tools }
  return { mode: plan.allowlist.others === 'discover' ? 'discovery' : 'unlisted', tools }
}

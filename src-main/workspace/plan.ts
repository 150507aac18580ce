import type { Diagnostic, FileDigest } from '@contract'

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
  skills: SkillPlan[]
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

export interface SkillPlan {
  id: string
  description: string
  path: string
  grantedTools: string[]
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

import type { Diagnostic } from './fault.ts'
import type { RunId, SessionId, WorkspaceId } from './ids.ts'
import type { AbsenceReason, CapabilityState, SessionKind, ToolFamily } from './vocabulary.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** An authored file that took part, with the sha256 of its bytes. Paths are workspace-relative with `/`. */
export interface FileDigest {
  path: string
  sha256: string
}

/** One piece of the system prompt. `tokens` is an estimate; `origin` says where the text came from. */
export interface PromptSection {
  id: string
  title: string
  text: string
  origin: { kind: 'runtime' } | { kind: 'file'; file: string; line: number }
  tokens: number
}

/** A tool as one run sees it. `alias` is the provider-safe name; `id` is what people and policy see. */
export interface PackagedTool {
  id: string
  alias: string
  family: ToolFamily
  source: ToolSource
  description: string
  schema: JsonObject
  policy: 'allow' | 'ask'
  deferred: boolean
  /** The tool changes nothing. */
  readOnly: boolean
  /** Doing it twice is the same as once; only then may a recovered run call it again. */
  idempotent: boolean
}

export type ToolSource = { kind: 'built-in' } | { kind: 'mcp'; server: string } | { kind: 'app'; app: string }

/** A tool that could have been there and is not, with the reason. */
export interface AbsentTool {
  id: string
  family: ToolFamily
  reason: AbsenceReason
  detail?: string
}

export interface CapabilityManifest {
  tools: { id: string; alias: string; family: ToolFamily }[]
  absent: AbsentTool[]
  servers: { id: string; state: CapabilityState; mode: 'explicit' | 'discovery'; detail?: string }[]
  apps: { id: string; state: CapabilityState; detail?: string }[]
}

/** How the host reaches the model. Keys are never here: they travel on the host's secret channel by `keyName`. */
export interface ModelClient {
  api: 'openai-completions' | 'anthropic-messages' | 'none'
  provider: string
  model: string
  baseUrl: string
  /** Name under which the key is handed over; absent when the endpoint takes none. */
  keyName?: string
  contextWindow?: number
  maxTokens?: number
}

export type ContextMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: { callId: string; alias: string; args: JsonObject }[] }
  | { role: 'tool'; callId: string; alias: string; text: string; failed: boolean }

/** Everything one run may see: frozen before launch, hashed with sorted keys into `packageHash`. */
export interface CompiledRun {
  workspaceId: WorkspaceId
  sessionId: SessionId
  runId: RunId
  sessionKind: SessionKind
  instruction: string
  harness: string
  model: ModelClient
  reasoning?: string
  sections: PromptSection[]
  contextMessages: ContextMessage[]
  tools: PackagedTool[]
  manifest: CapabilityManifest
  skills: { id: string; description: string; path: string }[]
  commands: { id: string; description: string }[]
  servers: { id: string; kind: 'local' | 'remote'; enabled: boolean; mode: 'explicit' | 'discovery' }[]
  mcpRefs: string[]
  apps: { id: string; name: string }[]
  attachments: { path: string; sha256: string }[]
  outputFormat: JsonObject | null
  budgets: JsonObject
  policyDigest: string
  configChecksum: string
  files: FileDigest[]
  findings: Diagnostic[]
  /** For the rehearsal harness only: the tape, since there is no model to decide. */
  tape?: JsonObject
}

/** The reduction of a CompiledRun that a host gets, and the only thing it gets. An unknown key is refused. */
export interface HarnessRequest {
  workspaceId: WorkspaceId
  sessionId: SessionId
  runId: RunId
  attempt: number
  sessionKind: SessionKind
  instruction: string
  contextMessages: ContextMessage[]
  systemPrompt: string
  modelClient: ModelClient
  reasoning?: string
  attachments: { path: string; sha256: string }[]
  tools: Pick<PackagedTool, 'id' | 'alias' | 'description' | 'schema'>[]
  skills: { id: string; description: string }[]
  mcpServers: { id: string }[]
  mcpRefs: string[]
  outputFormat: JsonObject | null
  budgets: JsonObject
  configChecksum: string
  tape?: JsonObject
}

/** One row per attempt: the sanitized request as it was before the host was launched. */
export interface RequestSnapshot {
  runId: RunId
  attempt: number
  time: number
  requestFingerprint: string
  manifestFingerprint: string
  packageHash: string
  request: JsonObject
}

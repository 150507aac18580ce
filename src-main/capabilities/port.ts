import type {
  CallId,
  Fault,
  Json,
  JsonObject,
  RunId,
  SessionId,
  ToolFamily,
  ToolSource,
  WorkspaceId,
} from '@contract'

/** Where a call comes from. */
export interface CallContext {
  workspaceId: WorkspaceId
  sessionId: SessionId
  runId: RunId
  callId: CallId
  /** Aborted when the run stops: the call must settle soon after. */
  signal: AbortSignal
  /** Progress in words, shown live and never stored. May be called until the call settles. Must not throw. */
  onOutput(text: string): void
}

/** What a tool answered. `text` is what a model reads; `value` is the structured content, or the text again. */
export type ToolAnswer = { ok: true; value: Json; text: string } | { ok: false; fault: Fault; text: string }

/** A tool as a capability serves it. `call` never throws: what goes wrong is in the answer. */
export interface Tool {
  /** `server.tool` for servers and apps, a plain name for built-in tools. */
  id: string
  /** The name without its server. */
  name: string
  family: ToolFamily
  source: ToolSource
  description: string
  /** JSON Schema of the arguments: an object at the top. */
  schema: JsonObject
  readOnly: boolean
  idempotent: boolean
  call(args: JsonObject, context: CallContext): Promise<ToolAnswer>
}

/** Why a server or app has no tools to give, in words and as a reason. */
export interface Unavailable {
  /** `changed`: it is not what the operator granted, and was not started. */
  reason: 'server_unavailable' | 'app_not_running' | 'app_unhealthy' | 'changed'
  detail: string
}

/** Tools held for one run. Until `release` what serves them is not replaced, only brought back when it dies. */
export interface HeldTools {
  tools: Tool[]
  release(): Promise<void>
}

/** Told when what serves a run's tools is lost in mid-run, and when it is back. Must not throw. */
export interface HolderPort {
  onLost(why: Unavailable): void
  onBack(): void
}

import type { Diagnostic, Fault, StageName } from './fault.ts'
import type { BlobHash, CallId, RunId } from './ids.ts'
import type { Output } from './output.ts'
import type { Json, JsonObject, ToolSource } from './package.ts'
import type { AppView, ServerView, SessionSummary, WorkspaceSummary } from './views.ts'
import type { AbsenceReason, CapabilityState, SessionKind, ToolFamily, ToolStatus } from './vocabulary.ts'

/** A value over the inline limit: the bytes are a blob, the event keeps its head and tail for reading. */
export interface BlobRef {
  blob: BlobHash
  bytes: number
  head: string
  tail: string
  mime: string
}
export type ToolResult = { kind: 'inline'; value: Json } | { kind: 'blob'; ref: BlobRef }

/** Tokens and money; `cost` in US dollars, null where no price is known. `contextSize` null when unknown. */
export interface Usage {
  input: number
  output: number
  cacheRead: number
  cacheWrite: number
  cost: number | null
  contextUsed: number
  contextSize: number | null
}

/** Facts of a run: in the log of its session. */
export type RunEvent =
  | {
      type: 'run.queued'
      instruction: string
      sessionKind: SessionKind
      harness: string
      model: string
      retryOf?: RunId
      /** The tape it plays, where the operator named one. */
      tape?: string
    }
  | { type: 'run.stage'; stage: StageName; ms: number; findings: Diagnostic[] }
  | {
      type: 'run.started'
      harness: string
      model: string
      configChecksum: string
      packageHash: string
      requestFingerprint: string
      manifestFingerprint: string
      toolIds: string[]
      skillIds: string[]
      serverIds: string[]
      stageMs: Partial<Record<StageName, number>>
    }
  | { type: 'thinking.done'; messageId: string; contentIndex: number; text: string; partial?: true }
  | { type: 'output.done'; messageId: string; contentIndex: number; text: string; partial?: true }
  | {
      type: 'tool.started'
      callId: CallId
      toolId: string
      name: string
      family: ToolFamily
      source: ToolSource
      args: JsonObject
      /** Set when the arguments were over the inline limit: `args` is then empty and the JSON is in the blob. */
      argsRef?: BlobRef
      messageId?: string
      parentId?: CallId
    }
  | {
      type: 'tool.finished'
      callId: CallId
      status: ToolStatus
      result?: ToolResult
      error?: Fault
      ms: number
    }
  | {
      type: 'skill.invoked'
      skillId: string
      grantedTools: string[]
      grantedCommands: string[]
      /** It gave more than the session kind has by itself. */
      widening: boolean
    }
  | {
      type: 'capability.unavailable'
      kind: 'app' | 'server'
      id: string
      reason: AbsenceReason
      detail: string
    }
  | { type: 'capability.recovered'; kind: 'app' | 'server'; id: string }
  | { type: 'file.changed'; path: string; change: 'created' | 'modified'; callId?: CallId; bytes: number }
  | { type: 'output.created'; output: Output }
  | { type: 'output.updated'; output: Output }
  | { type: 'usage.reported'; usage: Usage; child: boolean }
  | { type: 'run.stop_requested'; by: 'operator' | 'shutdown' | 'budget' }
  | { type: 'run.completed'; text: string }
  | { type: 'run.failed'; fault: Fault }
  | { type: 'run.stopped'; by: 'operator' | 'shutdown' | 'budget' }
  | { type: 'run.denied'; fault: Fault }
  | { type: 'run.interrupted'; reason: string }

/** Facts of a workspace that belong to no run. */
export type WorkspaceEvent =
  | { type: 'workspace.opened'; path: string }
  | { type: 'workspace.trusted'; by: 'bundled' | 'flag' | 'operator'; keys?: string[] }
  | { type: 'workspace.trust_withdrawn' }
  | { type: 'capability.state'; kind: 'app' | 'server'; id: string; state: CapabilityState; detail: string }

export type DurableEvent = RunEvent | WorkspaceEvent

/** Never stored; the next durable event closes them. Offsets are in UTF-16 units from the start of that content. */
export type LiveEvent =
  | { type: 'output.delta'; messageId: string; contentIndex: number; offset: number; text: string }
  | { type: 'thinking.delta'; messageId: string; contentIndex: number; offset: number; text: string }
  /** Arguments being written by the model (`part: 'args'`, before `tool.started`), or output while it runs. */
  | {
      type: 'tool.delta'
      callId: CallId
      toolId: string
      part: 'args' | 'output'
      offset: number
      text: string
    }
  | { type: 'session.changed'; session: SessionSummary }
  | { type: 'workspace.changed'; workspace: WorkspaceSummary }
  | { type: 'app.changed'; app: AppView }
  | { type: 'server.changed'; server: ServerView }
  | { type: 'files.changed'; folders: string[] }
  /** The store refuses to write, or (null) takes writes again. Told on every open workspace's stream. */
  | { type: 'store.trouble'; fault: Fault | null }

export type EventType = (DurableEvent | LiveEvent)['type']
export type EventOf<T extends EventType> = Extract<DurableEvent | LiveEvent, { type: T }>

/** Text that is being written, as it stands: how a window joins in mid-message. */
export interface OpenText {
  runId: RunId
  kind: 'output' | 'thinking'
  messageId: string
  contentIndex: number
  text: string
}

import type { BlobRef, ToolResult, Usage } from './events.ts'
import type { Diagnostic, Fault, StageName } from './fault.ts'
import type { CallId, RunId, SessionId } from './ids.ts'
import type { Output } from './output.ts'
import type { JsonObject, ToolSource } from './package.ts'
import type { RunState, SessionKind, ToolFamily, ToolStatus } from './vocabulary.ts'

/** One line of the transcript. `open` text is still being written. */
export type TranscriptItem =
  | {
      kind: 'text' | 'thinking'
      key: string
      seq: number
      time: number
      messageId: string
      contentIndex: number
      text: string
      open: boolean
      partial: boolean
    }
  | ToolItem
  | { kind: 'notice'; key: string; seq: number; time: number; tone: 'info' | 'warning'; text: string }
  | { kind: 'output'; key: string; seq: number; time: number; output: Output }

export interface ToolItem {
  kind: 'tool'
  key: string
  seq: number
  time: number
  callId: CallId
  toolId: string
  name: string
  family: ToolFamily | null
  source: ToolSource | null
  args: JsonObject
  argsRef: BlobRef | null
  /** The message that asked for it: calls of one message are parallel. */
  messageId: string | null
  /** Arguments as far as the model has written them; null once the call has started. */
  argsText: string | null
  outputText: string
  status: ToolStatus | 'writing' | 'running'
  result: ToolResult | null
  error: Fault | null
  ms: number | null
}

/** The fold of one run's events that the window shows. */
export interface RunView {
  id: RunId
  instruction: string
  sessionKind: SessionKind
  harness: string
  model: string
  state: RunState
  stage: StageName | null
  stageMs: Partial<Record<StageName, number>>
  findings: Diagnostic[]
  queuedAt: number
  startedAt: number | null
  endedAt: number | null
  packageHash: string | null
  configChecksum: string | null
  requestFingerprint: string | null
  toolIds: string[]
  items: TranscriptItem[]
  changedFiles: { path: string; change: 'created' | 'modified' }[]
  outputs: Output[]
  usage: Usage | null
  fault: Fault | null
  lastSeq: number
  lastTime: number
  retryOf: RunId | null
  tape: string | null
}

/** A session as the window shows it: its runs in order, and the seq up to which it was folded. */
export interface SessionView {
  sessionId: SessionId
  seq: number
  runs: RunView[]
}

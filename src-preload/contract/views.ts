import type { Diagnostic } from './fault.ts'
import type { RunId, SessionId, WorkspaceId } from './ids.ts'
import type { FileDigest } from './package.ts'
import type { CapabilityState, RunState, SessionKind } from './vocabulary.ts'

/** A row of the workspace list. `trusted` false: it compiles and shows, but nothing in it is started. `review`: items that wait for the operator's word. */
export interface WorkspaceSummary {
  id: WorkspaceId
  name: string
  path: string
  trusted: boolean
  review: number
  state: 'ok' | 'errors' | 'missing'
  errors: number
  openedAt: number
}

/** A row of the session list; `state` is that of its newest run. */
export interface SessionSummary {
  id: SessionId
  workspaceId: WorkspaceId
  title: string
  kind: SessionKind
  createdAt: number
  updatedAt: number
  runId: RunId | null
  state: RunState | null
  startedAt: number | null
}

/** What the author wrote, compiled: the plan in short, and every finding. */
export interface WorkspaceView {
  summary: WorkspaceSummary
  diagnostics: Diagnostic[]
  configChecksum: string | null
  files: FileDigest[]
  agent: { id: string; model: string; harness: string } | null
  servers: ServerView[]
  apps: AppView[]
  skills: { id: string; description: string; path: string }[]
  toolIds: string[]
  /** Instructions that can be rehearsed: the tapes under `rehearsals/`. */
  tapes: { path: string; name: string; instruction: string }[]
  hasInstructions: boolean
}

export interface ServerView {
  id: string
  kind: 'local' | 'remote'
  enabled: boolean
  mode: 'explicit' | 'discovery'
  /** The argv as written, or the URL: what would be started or contacted. */
  target: string
  state: CapabilityState
  detail: string
  tools: number | null
}

export interface AppView {
  workspaceId: WorkspaceId
  id: string
  name: string
  icon: string | null
  state: CapabilityState
  detail: string
  port: number | null
  tools: number | null
  /** It has a page that can be shown in a surface. */
  hasPage: boolean
  startCommand: string
  pid: number | null
}

export interface FileEntry {
  name: string
  path: string
  kind: 'file' | 'folder' | 'link' | 'other'
  bytes: number | null
  modifiedAt: number | null
}

export type FileContent =
  /** `sha256` of the bytes, what a later save is based on; null where only part was read. */
  | { kind: 'text'; path: string; text: string; bytes: number; truncated: boolean; sha256: string | null }
  | { kind: 'image'; path: string; mime: string; dataUrl: string; bytes: number }
  | { kind: 'binary'; path: string; bytes: number }

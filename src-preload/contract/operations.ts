import type { AuthoringPreview } from './authoring.ts'
import type { OpenText } from './events.ts'
import type { Diagnostic, Fault } from './fault.ts'
import type { BlobHash, OutputId, RunId, SessionId, WorkspaceId } from './ids.ts'
import type { ImportPlan, ImportPreview } from './imports.ts'
import type { Output, OutputOpening } from './output.ts'
import type { CompiledRun, Json, RequestSnapshot } from './package.ts'
import type { GivenView, Preflight } from './preflight.ts'
import type { SessionView } from './run-view.ts'
import type { StreamPage, StreamRef } from './streams.ts'
import type { TrustReview } from './trust.ts'
import type {
  AppView,
  FileContent,
  FileEntry,
  SessionSummary,
  WorkspaceSummary,
  WorkspaceView,
} from './views.ts'
import type { SessionKind } from './vocabulary.ts'

/** Every operation, once. Adding a name here makes the compiler ask for its schema and its implementation. */
export const operationNames = [
  'product.info',
  'settings.read',
  'settings.write',
  'models.read',
  'models.write',
  'workspaces.list',
  'workspaces.pick',
  'workspaces.view',
  'workspaces.reveal',
  'workspaces.forget',
  'sessions.list',
  'sessions.view',
  'runs.start',
  'runs.stop',
  'runs.package',
  'runs.preflight',
  'runs.given',
  'streams.since',
  'streams.openText',
  'streams.watch',
  'streams.unwatch',
  'files.list',
  'files.read',
  'authoring.write',
  'authoring.edit',
  'authoring.preview',
  'trust.review',
  'trust.grant',
  'trust.withdraw',
  'imports.inspect',
  'imports.preview',
  'imports.apply',
  'apps.start',
  'apps.stop',
  'apps.log',
  'surfaces.open',
  'surfaces.place',
  'surfaces.hide',
  'outputs.list',
  'outputs.open',
  'blobs.read',
] as const
export type OperationName = (typeof operationNames)[number]

/** Input and answer of each operation. A failing operation answers a Fault instead (`Reply`). */
export interface Operations {
  'product.info': { input: Record<string, never>; value: ProductInfo }
  /** `value` null when it was never written. Keys are the window's own: layout, theme, last choices. */
  'settings.read': { input: { key: string }; value: { value: string | null } }
  'settings.write': { input: { key: string; value: string }; value: { saved: true } }
  'models.read': { input: Record<string, never>; value: ModelSettings }
  'models.write': { input: ModelChoice & { sessionKey?: string }; value: ModelSettings }
  'workspaces.list': { input: Record<string, never>; value: WorkspaceSummary[] }
  /** Asks the operator for a folder. Opening it starts nothing. null: cancelled. */
  'workspaces.pick': { input: Record<string, never>; value: WorkspaceSummary | null }
  'workspaces.view': { input: { workspaceId: WorkspaceId }; value: WorkspaceView }
  /** Shows the folder (or a file in it) in the system's file manager. */
  'workspaces.reveal': { input: { workspaceId: WorkspaceId; path?: string }; value: { shown: true } }
  /** Takes it from the list; the folder and its history stay. */
  'workspaces.forget': { input: { workspaceId: WorkspaceId }; value: { forgotten: true } }
  'sessions.list': { input: { workspaceId: WorkspaceId }; value: SessionSummary[] }
  'sessions.view': { input: { sessionId: SessionId }; value: SessionView }
  'runs.start': { input: RunStart; value: { runId: RunId; sessionId: SessionId } }
  /** Answers when the stop was requested; `run.stopped` says when it is done. */
  'runs.stop': { input: { runId: RunId }; value: { requested: true } }
  'runs.package': { input: { runId: RunId }; value: { package: CompiledRun; snapshots: RequestSnapshot[] } }
  /** What a run would be given now. `live` starts and asks its servers and apps; otherwise nothing is started. */
  'runs.preflight': {
    input: { workspaceId: WorkspaceId; kind: SessionKind; harness: string; model?: string; live: boolean }
    value: Preflight
  }
  'runs.given': { input: { runId: RunId }; value: GivenView }
  'streams.since': { input: { stream: StreamRef; seq: number; limit: number }; value: StreamPage }
  'streams.openText': { input: { sessionId: SessionId }; value: OpenText[] }
  /** From now on this window is sent the stream's envelopes. */
  'streams.watch': { input: { stream: StreamRef }; value: { watching: true } }
  'streams.unwatch': { input: { stream: StreamRef }; value: { watching: false } }
  'files.list': { input: { workspaceId: WorkspaceId; path: string }; value: FileEntry[] }
  'files.read': { input: { workspaceId: WorkspaceId; path: string }; value: FileContent }
  /** Saves an authored file, only if it still is what the operator saw (null: it was not there). For the next run. */
  'authoring.write': {
    input: { workspaceId: WorkspaceId; path: string; text: string; baseSha256: string | null }
    value: { sha256: string; diagnostics: Diagnostic[] }
  }
  /**
   * What workspace.yaml would be with these values, and what that would mean. Nothing is written. No edits: as it is.
   * `text`: a draft to edit instead of what is on disk; `before` and `baseSha256` are those of the disk all the same.
   */
  'authoring.edit': {
    input: { workspaceId: WorkspaceId; edits: ConfigEdit[]; text?: string }
    value: AuthoringPreview & { before: string; after: string; baseSha256: string }
  }
  /** What this text of an authored file would mean. Nothing is written. */
  'authoring.preview': {
    input: { workspaceId: WorkspaceId; path: string; text: string }
    value: AuthoringPreview
  }
  'trust.review': { input: { workspaceId: WorkspaceId }; value: TrustReview }
  /** From now on exactly the items with these keys are trusted. Throws `trust_changed` when `digest` is not of now. */
  'trust.grant': {
    input: { workspaceId: WorkspaceId; digest: string; keys: string[] }
    value: TrustReview
  }
  /** Nothing of it is trusted any more; what runs of it is stopped. Throws `workspace_busy` while a run is at work. */
  'trust.withdraw': { input: { workspaceId: WorkspaceId }; value: TrustReview }
  'imports.inspect': { input: { workspaceId: WorkspaceId }; value: ImportPlan }
  'imports.preview': { input: { workspaceId: WorkspaceId; keys: string[] }; value: ImportPreview }
  /** Writes what was previewed. Throws `import_changed` when `digest` is not of now. */
  'imports.apply': {
    input: { workspaceId: WorkspaceId; keys: string[]; digest: string }
    value: { written: string[]; diagnostics: Diagnostic[] }
  }
  'apps.start': { input: { workspaceId: WorkspaceId; appId: string }; value: AppView }
  'apps.stop': { input: { workspaceId: WorkspaceId; appId: string }; value: AppView }
  /** The newest lines of the app's own output. */
  'apps.log': { input: { workspaceId: WorkspaceId; appId: string }; value: { text: string } }
  /** Starts the app if needed and loads `route` of its page; `surfaces.place` makes it visible. */
  'surfaces.open': {
    input: { workspaceId: WorkspaceId; appId: string; route?: string }
    value: { surfaceId: string; title: string }
  }
  /** `bounds` in CSS pixels of the window. */
  'surfaces.place': { input: { surfaceId: string; bounds: Bounds }; value: { placed: true } }
  'surfaces.hide': { input: { surfaceId: string }; value: { hidden: true } }
  'outputs.list': { input: { workspaceId: WorkspaceId }; value: Output[] }
  'outputs.open': { input: { outputId: OutputId }; value: OutputOpening }
  /** Text of a stored value from `offset` (bytes), at most `length` bytes, cut at whole characters. */
  'blobs.read': {
    input: { hash: BlobHash; offset: number; length: number }
    value: { text: string; next: number; bytes: number }
  }
}

export type Input<N extends OperationName> = Operations[N]['input']
export type Value<N extends OperationName> = Operations[N]['value']

/** Operations that need a window: the shell implements them. Everything else is the core's, with or without one. */
export type WindowOperation =
  | 'workspaces.pick'
  | 'workspaces.reveal'
  | 'streams.watch'
  | 'streams.unwatch'
  | 'surfaces.open'
  | 'surfaces.place'
  | 'surfaces.hide'

/** Implementations: they answer, or throw a fault that the door turns into a Reply. */
export type Implementations<N extends OperationName> = {
  [K in N]: (input: Input<K>) => Value<K> | Promise<Value<K>>
}
export type CoreApi = Implementations<Exclude<OperationName, WindowOperation>>

export interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

/** A value at a place in workspace.yaml; undefined takes it out. */
export interface ConfigEdit {
  path: (string | number)[]
  value?: Json
}

export interface RunStart {
  workspaceId: WorkspaceId
  /** Absent: a new session. */
  sessionId?: SessionId
  instruction: string
  kind: SessionKind
  harness: string
  /** `provider/model`; absent: what the workspace says, then the app's default. */
  model?: string
  reasoning?: string
  /** For the rehearsal harness: the tape, workspace-relative; absent: the first one found. */
  tape?: string
  /** The run that this one does again. */
  retryOf?: RunId
}

/** The app's default model: which endpoint, which model, and the name of the environment variable with its key. */
export interface ModelChoice {
  api: 'openai-completions' | 'anthropic-messages'
  provider: string
  model: string
  baseUrl: string
  keyName: string
}

export interface ModelSettings {
  choice: ModelChoice | null
  /** Where a key would come from now; never the key itself. */
  key: 'environment' | 'session' | 'missing' | 'not-needed'
}

export interface HarnessInfo {
  id: string
  title: string
  /** Shown beside everything it makes, e.g. "rehearsal: no AI". */
  label: string | null
  depth: 'deep' | 'bridged' | 'external'
  needsModel: boolean
}

export interface ProductInfo {
  version: string
  electron: string | null
  chromium: string | null
  node: string
  platform: string
  /** The operating system's sandbox holds the pages; false as root in a container. */
  sandboxed: boolean
  dataFolder: string
  harnesses: HarnessInfo[]
  sampleWorkspaceId: WorkspaceId | null
  /** What went wrong at the start, to be told once the window is there. */
  notices: Fault[]
}

import type {
  AppView,
  AuthoringPreview,
  CompiledRun,
  DurableEnvelope,
  Fault,
  FileContent,
  FileEntry,
  GivenView,
  ImportPlan,
  ImportPreview,
  ModelSettings,
  Output,
  OutputOpening,
  Preflight,
  ProductInfo,
  RequestSnapshot,
  RunId,
  SessionId,
  SessionKind,
  SessionSummary,
  SessionView,
  TrustReview,
  WorkspaceId,
  WorkspaceSummary,
  WorkspaceView,
} from '@contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { idle, type Loaded } from './loaded.ts'
import type { TrustDraft } from './trust-draft.ts'

/** One store per noun. Keys of the maps are ids, or `workspace id:path` for files. */

export interface ProductState {
  info: Loaded<ProductInfo>
  models: Loaded<ModelSettings>
}

export interface WorkspacesState {
  list: Loaded<WorkspaceSummary[]>
  views: Record<WorkspaceId, Loaded<WorkspaceView>>
}

export interface SessionsState {
  byWorkspace: Record<WorkspaceId, SessionSummary[]>
}

export interface TranscriptState {
  views: Record<SessionId, Loaded<SessionView>>
}

/** The log of one session as far as it was asked for; `complete`: it reaches the newest event that was told. */
export interface EventLog {
  envelopes: DurableEnvelope[]
  complete: boolean
  fault: Fault | null
}

export interface ActivityState {
  logs: Record<SessionId, EventLog>
}

/** What a run was given, with one snapshot for each attempt. It is frozen: once read it is never read again. */
export interface RunPackage {
  package: CompiledRun
  snapshots: RequestSnapshot[]
}

/** What a run had to work with, as far as it was asked for; `whole`: the run was over by then. */
export interface RunGiven {
  view: GivenView
  whole: boolean
  at: number
}

export interface PackagesState {
  byRun: Record<RunId, Loaded<RunPackage>>
  given: Record<RunId, Loaded<RunGiven>>
  /** The run that was chosen to be inspected; null, or one of another session: the newest of the session. */
  inspected: RunId | null
}

export interface SurfaceState {
  surfaceId: string
  title: string
  route: string | null
}

export interface AppsState {
  byWorkspace: Record<WorkspaceId, AppView[]>
  /** Keyed `workspace:app`. */
  surfaces: Record<string, Loaded<SurfaceState>>
  logs: Record<string, Loaded<string>>
  /** Keyed `workspace:app`: what the operator asked for and was refused. */
  faults: Record<string, Fault>
}

export interface FilesState {
  folders: Record<string, Loaded<FileEntry[]>>
  contents: Record<string, Loaded<FileContent>>
  expanded: Record<WorkspaceId, string[]>
  open: Record<WorkspaceId, string>
  goTo: { key: string; line: number } | null
  /** Edits that are not saved, by file. */
  drafts: Record<string, FileDraft>
}

/** A file being edited: what it was, what it is now, and the hash that a save is based on; null: it was not there. */
export interface FileDraft {
  original: string
  text: string
  base: string | null
  saving: boolean
  fault: Fault | null
}

/** The parts of the Workspace pane. */
export const contractSections = [
  'instructions',
  'settings',
  'tools',
  'kinds',
  'skills',
  'trust',
  'preflight',
  'import',
] as const
export type ContractSection = (typeof contractSections)[number]

export interface ContractState {
  section: Record<WorkspaceId, ContractSection>
  /** What a file's text would mean, as it stands in its draft, else as it is saved. Keyed like files. */
  previews: Record<string, Loaded<AuthoringPreview>>
  reviews: Record<WorkspaceId, Loaded<TrustReview>>
  preflights: Record<WorkspaceId, Loaded<Preflight>>
  imports: Record<WorkspaceId, Loaded<ImportPlan>>
  trustDrafts: Record<WorkspaceId, TrustDraft>
  /** Its Workspace pane was asked for: it comes up once there is a dock, and its part takes the focus. */
  asked: WorkspaceId | null
  preflightWishes: Record<WorkspaceId, PreflightWish>
  importDrafts: Record<WorkspaceId, ImportDraft>
}

/** `asked`: what the pre-flight on screen, or the one that runs, is of. */
export interface PreflightWish {
  kind: SessionKind
  harness: string
  asked: { kind: SessionKind; harness: string; live: boolean; at: number } | null
}

export interface ImportDraft {
  ticked: string[]
  /** What was ticked when it was made is what is written. */
  preview: { keys: string[]; value: ImportPreview } | null
  busy: 'preview' | 'write' | null
  /** The folder changed between the preview and the writing. */
  changed: boolean
  fault: { of: 'preview' | 'write'; fault: Fault } | null
  written: string[] | null
}

export interface OutputsState {
  byWorkspace: Record<WorkspaceId, Loaded<Output[]>>
  preview: { workspaceId: WorkspaceId; output: Output; opening: Loaded<OutputOpening> } | null
}

export interface SelectionState {
  workspaceId: WorkspaceId | null
  sessionId: SessionId | null
  /** Bring this place of the transcript into view; a new object asks again. */
  reveal: { sessionId: SessionId; seq: number; key: string | null } | null
}

export interface Draft {
  text: string
  /** Empty until the workspace is read and says which one is usual. */
  harness: string
  kind: SessionKind
  /** The tape this text was taken from; forgotten once the text is changed. */
  tape: string | null
}

export interface ComposerState {
  /** Keyed by workspace. */
  drafts: Record<WorkspaceId, Draft>
  sending: boolean
  fault: Fault | null
  /** A stop was asked for and `run.stopped` has not come yet. */
  stopping: RunId | null
}

export type Theme = 'system' | 'dark' | 'light'

export interface WindowState {
  theme: Theme
  sidebar: boolean
  dialog: 'palette' | 'shortcuts' | 'model' | 'about' | null
  /** The run whose stop waits for a yes. */
  confirmStop: RunId | null
  /** Told outside of where the operator is looking. */
  notices: { id: number; tone: 'info' | 'failed'; text: string }[]
  /** The store's own trouble: no new runs are accepted. */
  storeFault: Fault | null
}

export interface Nouns {
  product: ProductState
  workspaces: WorkspacesState
  sessions: SessionsState
  transcript: TranscriptState
  activity: ActivityState
  packages: PackagesState
  apps: AppsState
  files: FilesState
  contract: ContractState
  outputs: OutputsState
  selection: SelectionState
  composer: ComposerState
  window: WindowState
}

export type Stores = { [N in keyof Nouns]: StoreApi<Nouns[N]> }

export function createStores(): Stores {
  return {
    product: createStore(() => ({ info: idle, models: idle })),
    workspaces: createStore(() => ({ list: idle, views: {} })),
    sessions: createStore(() => ({ byWorkspace: {} })),
    transcript: createStore(() => ({ views: {} })),
    activity: createStore(() => ({ logs: {} })),
    packages: createStore(() => ({ byRun: {}, given: {}, inspected: null })),
    apps: createStore(() => ({ byWorkspace: {}, surfaces: {}, logs: {}, faults: {} })),
    files: createStore(() => ({ folders: {}, contents: {}, expanded: {}, open: {}, goTo: null, drafts: {} })),
    contract: createStore(() => ({
      section: {},
      previews: {},
      reviews: {},
      preflights: {},
      imports: {},
      trustDrafts: {},
      asked: null,
      preflightWishes: {},
      importDrafts: {},
    })),
    outputs: createStore(() => ({ byWorkspace: {}, preview: null })),
    selection: createStore(() => ({ workspaceId: null, sessionId: null, reveal: null })),
    composer: createStore(() => ({ drafts: {}, sending: false, fault: null, stopping: null })),
    window: createStore(() => ({
      theme: 'system',
      sidebar: true,
      dialog: null,
      confirmStop: null,
      notices: [],
      storeFault: null,
    })),
  }
}

/** How files and apps of a workspace are named in the maps. */
export const keyIn = (workspaceId: WorkspaceId, name: string) => `${workspaceId}:${name}`

/** What both floors share: types, ids, the event union, its fold, and the names of the operations. No run-time imports. */

export type {
  AuthoringPreview,
  ContractEffect,
  EffectCommand,
  EffectKind,
  EffectSkill,
  EffectSource,
  EffectSubagent,
  EffectTool,
  EffectVerdict,
} from './authoring.ts'
export type { OperatorBridge } from './bridge.ts'
export { callChannel, pushChannel } from './bridge.ts'
export type {
  CapabilityFact,
  Change,
  FactName,
  ListChanges,
  PackageDiff,
  ToolChange,
  ToolTrait,
} from './compare-packages.ts'
export { comparePackages } from './compare-packages.ts'
export type {
  BlobRef,
  DurableEvent,
  EventOf,
  EventType,
  LiveEvent,
  OpenText,
  RunEvent,
  ToolResult,
  Usage,
  WorkspaceEvent,
} from './events.ts'
export type { Diagnostic, Fault, FaultOwner, FilePosition, Reply, StageName } from './fault.ts'
export { faultOwners, stageNames } from './fault.ts'
export type { BlobHash, CallId, IdKind, IdOf, OutputId, RunId, SessionId, WorkspaceId } from './ids.ts'
export { idPrefix, isId } from './ids.ts'
export type { ImportItem, ImportPlan, ImportPreview, ImportProduct } from './imports.ts'
export { importProducts } from './imports.ts'
export type {
  Bounds,
  ConfigEdit,
  CoreApi,
  HarnessInfo,
  Implementations,
  Input,
  ModelChoice,
  ModelSettings,
  OperationName,
  Operations,
  ProductInfo,
  RunStart,
  Value,
  WindowOperation,
} from './operations.ts'
export { operationNames } from './operations.ts'
export type { Output, OutputOpening } from './output.ts'
export type {
  AbsentTool,
  CapabilityManifest,
  CompiledRun,
  ContextMessage,
  FileDigest,
  HarnessRequest,
  Json,
  JsonObject,
  ModelClient,
  PackagedTool,
  PromptSection,
  RequestSnapshot,
  ToolSource,
} from './package.ts'
export type { EnvironmentNeed, GivenView, Preflight } from './preflight.ts'
export type { ReduceOutcome } from './reduce-run.ts'
export { emptySession, foldSession, reduceSession, withOpenText } from './reduce-run.ts'
export { stateAfter } from './run-state.ts'
export type { RunView, SessionView, ToolItem, TranscriptItem } from './run-view.ts'
export type { DurableEnvelope, Envelope, LiveEnvelope, StreamPage, StreamRef } from './streams.ts'
export { isDurable, streamKey } from './streams.ts'
export type { TrustFile, TrustGroup, TrustItem, TrustReview } from './trust.ts'
export { trustGroups } from './trust.ts'
export type {
  AppView,
  FileContent,
  FileEntry,
  ServerView,
  SessionSummary,
  WorkspaceSummary,
  WorkspaceView,
} from './views.ts'
export type {
  AbsenceReason,
  BuiltInFamily,
  CapabilityState,
  RunState,
  SessionKind,
  TerminalState,
  ToolFamily,
  ToolStatus,
} from './vocabulary.ts'
export {
  absenceReasons,
  builtInFamilies,
  capabilityStates,
  isTerminal,
  runStates,
  sessionKinds,
  terminalStates,
} from './vocabulary.ts'

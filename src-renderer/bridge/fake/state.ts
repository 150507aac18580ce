import type {
  Input,
  ModelSettings,
  OperationName,
  Output,
  Reply,
  RunId,
  SessionSummary,
  Value,
  WorkspaceId,
  WorkspaceView,
} from '@contract'
import type { FakeLog } from './log.ts'
import type { ScriptedRun } from './script.ts'

/** What the fake keeps, and what it answers with. */
export interface FakeState {
  log: FakeLog
  now(): number
  wait(ms: number): Promise<void>
  views: Map<WorkspaceId, WorkspaceView>
  sessions: SessionSummary[]
  outputs: Output[]
  settings: Map<string, string>
  models: ModelSettings
  runs: Map<RunId, ScriptedRun>
  serial: number
}

export type Handlers = {
  [N in OperationName]: (input: Input<N>) => Reply<Value<N>> | Promise<Reply<Value<N>>>
}

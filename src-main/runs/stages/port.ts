import type {
  CompiledRun,
  Diagnostic,
  ModelChoice,
  RunEvent,
  RunId,
  RunStart,
  SessionId,
  SessionView,
} from '@contract'
import type { Tool, Unavailable } from '../../capabilities/index.ts'
import type { Harness } from '../../harness/index.ts'
import type { Clock } from '../../kit/index.ts'
import type { Store } from '../../store/index.ts'
import type { SecretPort } from '../models.ts'
import type { OpenWorkspace } from '../open-workspace.ts'
import type { Quoted } from '../sections.ts'

/** What every stage may use. A stage gets what the ones before it made, and throws a FaultError with its own name. */
export interface StageContext {
  workspace: OpenWorkspace
  store: Store
  clock: Clock
  secrets: SecretPort
  harness: Harness
  choice: ModelChoice | null
  sessionId: SessionId
  runId: RunId
  start: RunStart & { baseUrl?: string }
  /** Tells the run's log what happens beside the stages. */
  note(event: RunEvent): void
}

/** Stage 3: what is there for this session kind, and why the rest is not. */
export interface Prepared {
  tools: Tool[]
  manifest: Omit<CompiledRun['manifest'], 'tools'>
  findings: Diagnostic[]
  unavailable: {
    kind: 'app' | 'server'
    id: string
    reason: Unavailable['reason']
    detail: string
  }[]
  /** What was opened for this run and is closed with it. */
  close(): Promise<void>
}

/** Stage 4: what the session brings along. */
export interface RunContext {
  session: SessionView
  /** What the leading `/id` lines of the instruction brought along: texts for the prompt. */
  quoted?: Quoted[]
}

/** Stage 5: the package, its hash, and what travels beside it. */
export interface Projected {
  run: CompiledRun
  /** The package as it is kept: without any secret. `packageHash` is its hash. */
  kept: CompiledRun
  packageHash: string
  secrets: Record<string, string>
}

import type { CapabilityState } from '@contract'
import type { Clock, Runtime } from '../../kit/index.ts'
import type { MayStart } from '../changed.ts'
import type { CallContext } from '../port.ts'
import type { PortLedger } from './ports.ts'

/** The author's manifest, as this room needs it. */
export interface AppManifest {
  id: string
  folder: string
  mcp: { port: number; transport: 'http' | 'http-sse'; path: string }
  health: { path: string; timeoutMs: number; intervalMs: number; target: 'mcp' | 'api' }
  setup: string | null
  start: string | null
  envContract: string[]
  ui: { path: string } | null
}

export interface AppStatus {
  id: string
  state: CapabilityState
  detail: string
  port: number | null
  pid: number | null
  tools: number | null
}

export interface AppPort {
  runtime: Runtime
  clock: Clock
  root: string
  /** Where the stand-in for `node` is kept. */
  binFolder: string
  ports: PortLedger
  /** Values for the names in the manifest's `env_contract`. */
  environment(name: string): string | undefined
  /** Asked right before each process of it is started; a string is why not, and it becomes `changed`. */
  mayStart?: MayStart
  /** Its setup has ended well; asked before the start, which waits for it. */
  setupDone?(): Promise<void>
  /** Told at every change. Must not throw. */
  onChange(status: AppStatus): void
}

/** Who calls: told to the app with every request of a run. */
export type AppCaller = Pick<CallContext, 'workspaceId' | 'sessionId' | 'runId'> & { title: string }

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

import type { AbsenceReason, AbsentTool, CapabilityState, CompiledRun } from '@contract'

export interface Source {
  id: string
  kind: 'server' | 'app'
  state: CapabilityState
  detail?: string
}

/** What a run went without though it was declared: nobody decided that it should not have it. */
export interface Degraded {
  sources: Source[]
  tools: AbsentTool[]
  /** Some of it waits for a word of the operator: it is not as it was granted. */
  hasChanged: boolean
}

const broken: ReadonlySet<AbsenceReason> = new Set([
  'server_unavailable',
  'app_not_running',
  'app_unhealthy',
  'needs_sign_in',
  'changed',
  'quarantined',
  'not_resolved',
])

/** Null for a run that had everything it was meant to have. */
export function degradedOf({ manifest: { absent, servers, apps } }: CompiledRun): Degraded | null {
  const sources = [
    ...servers.map(({ id, state, detail }) => ({ id, state, detail, kind: 'server' as const })),
    ...apps.map(({ id, state, detail }) => ({ id, state, detail, kind: 'app' as const })),
  ].filter(({ state }) => state !== 'ready' && state !== 'off')
  const tools = absent.filter(({ reason }) => broken.has(reason))
  if (sources.length + tools.length === 0) return null
  const hasChanged =
    sources.some(({ state }) => state === 'changed') || tools.some(({ reason }) => reason === 'changed')
  return { sources, tools, hasChanged }
}

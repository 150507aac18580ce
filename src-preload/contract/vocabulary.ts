/** Small closed sets of names, one table each (spec 00). */

export const sessionKinds = ['main', 'subagent', 'onboarding', 'scheduled'] as const
export type SessionKind = (typeof sessionKinds)[number]

export const runStates = [
  'queued',
  'starting',
  'running',
  'waiting_approval',
  'waiting_answer',
  'controlled',
  'paused',
  'stopping',
  'completed',
  'failed',
  'stopped',
  'denied',
  'interrupted',
] as const
export type RunState = (typeof runStates)[number]

export const terminalStates = ['completed', 'failed', 'stopped', 'denied', 'interrupted'] as const
export type TerminalState = (typeof terminalStates)[number]

export function isTerminal(state: RunState): state is TerminalState {
  return (terminalStates as readonly RunState[]).includes(state)
}

/** States of servers and apps alike. */
export const capabilityStates = [
  'off',
  'setting_up',
  'starting',
  'ready',
  'unhealthy',
  'needs_sign_in',
  'changed',
  'failed',
] as const
export type CapabilityState = (typeof capabilityStates)[number]

/** Why a tool is not callable in a run. */
export const absenceReasons = [
  'not_declared',
  'not_resolved',
  'server_disabled',
  'server_unavailable',
  'needs_sign_in',
  'app_not_running',
  'app_unhealthy',
  'changed',
  'quarantined',
  'session_kind',
  'skill_required',
  'denied_by_policy',
  'browser_not_configured',
  'harness_unsupported',
  'not_materialized',
  'deferred',
] as const
export type AbsenceReason = (typeof absenceReasons)[number]

/** Families of built-in tools; MCP servers and apps are families of their own: `mcp:<server>`, `app:<app_id>`. */
export const builtInFamilies = [
  'plan',
  'ask',
  'skill',
  'delegate',
  'memory',
  'workspace',
  'apps',
  'outputs',
  'files.read',
  'files.write',
  'shell',
  'browser',
  'team',
] as const
export type BuiltInFamily = (typeof builtInFamilies)[number]
export type ToolFamily = BuiltInFamily | `mcp:${string}` | `app:${string}`

export type ToolStatus = 'ok' | 'error' | 'denied' | 'stopped' | 'unknown'

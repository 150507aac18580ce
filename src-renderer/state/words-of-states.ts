import type { CapabilityState, RunState, SessionKind, StageName, ToolStatus } from '@contract'

/** The words of every state (spec 00): one word, one thing. */
export const runStates: Record<RunState, string> = {
  queued: 'Queued',
  starting: 'Starting',
  running: 'Running',
  waiting_approval: 'Needs approval',
  waiting_answer: 'Needs answer',
  controlled: 'You have control',
  paused: 'Paused',
  stopping: 'Stopping',
  completed: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
  denied: 'Denied',
  interrupted: 'Interrupted',
}

export const capabilityStates: Record<CapabilityState, string> = {
  off: 'Off',
  setting_up: 'Setting up',
  starting: 'Starting',
  ready: 'Ready',
  unhealthy: 'Unhealthy',
  needs_sign_in: 'Needs sign-in',
  changed: 'Changed',
  failed: 'Failed',
}

export const toolStates: Record<ToolStatus | 'writing' | 'running', string> = {
  writing: 'Writing the arguments',
  running: 'Running',
  ok: 'Done',
  error: 'Error',
  denied: 'Denied',
  stopped: 'Stopped',
  unknown: 'Outcome unknown',
}

export const stages: Record<StageName, string> = {
  collect: 'Collecting the files',
  compile: 'Compiling',
  prepare: 'Preparing tools',
  context: 'Gathering context',
  project: 'Freezing the package',
  launch: 'Launching the host',
}

export const sessionKinds: Record<SessionKind, string> = {
  main: 'Main',
  subagent: 'Subagent',
  onboarding: 'Onboarding',
  scheduled: 'Scheduled',
}

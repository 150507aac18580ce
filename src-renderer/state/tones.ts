import type { CapabilityState, FaultOwner, RunState, ToolFamily, ToolStatus } from '@contract'
import { words } from './words.ts'

/** One table each: the word and the colour of every state (spec 00). The names of the tones are those of the dots. */
export interface Mark {
  tone: 'idle' | 'off' | 'running' | 'needs' | 'control' | 'failed' | 'done' | 'risk' | 'hatch'
  word: string
}

const runTone: Record<RunState, Mark['tone']> = {
  queued: 'idle',
  starting: 'running',
  running: 'running',
  waiting_approval: 'needs',
  waiting_answer: 'needs',
  controlled: 'control',
  paused: 'idle',
  stopping: 'idle',
  completed: 'done',
  failed: 'failed',
  stopped: 'hatch',
  denied: 'failed',
  interrupted: 'hatch',
}

/** `detail`: the stage of a starting run, the owner of a failed one. */
export function runMark(state: RunState, detail?: string | null): Mark {
  const word = words.run.states[state]
  return {
    tone: runTone[state],
    word: detail && (state === 'starting' || state === 'failed') ? `${word} (${detail})` : word,
  }
}

export function runMarkOf(run: {
  state: RunState
  stage?: string | null
  fault?: { owner: FaultOwner } | null
}): Mark {
  return runMark(run.state, run.state === 'failed' ? run.fault?.owner : run.stage)
}

const capabilityTone: Record<CapabilityState, Mark['tone']> = {
  off: 'off',
  setting_up: 'running',
  starting: 'running',
  ready: 'done',
  unhealthy: 'risk',
  needs_sign_in: 'needs',
  changed: 'needs',
  failed: 'failed',
}

export function capabilityMark(state: CapabilityState): Mark {
  return { tone: capabilityTone[state], word: words.capability.states[state] }
}

const toolTone: Record<ToolStatus | 'writing' | 'running', Mark['tone']> = {
  writing: 'idle',
  running: 'running',
  ok: 'done',
  error: 'failed',
  denied: 'failed',
  stopped: 'hatch',
  unknown: 'hatch',
}

export function toolMark(status: ToolStatus | 'writing' | 'running'): Mark {
  return { tone: toolTone[status], word: words.tool.states[status] }
}

/** What kind of thing a tool is, for its sign; MCP servers and apps are kinds of their own. */
export function familyKind(family: ToolFamily | null): string {
  if (!family) return 'other'
  return family.split(':')[0] ?? 'other'
}

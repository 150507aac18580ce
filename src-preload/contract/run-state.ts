import type { RunEvent } from './events.ts'
import { isTerminal, type RunState } from './vocabulary.ts'

/** The state a run is in after an event: the one table behind the fold, the database and the runs themselves. */
export function stateAfter(state: RunState, event: RunEvent): RunState {
  if (isTerminal(state)) return state
  switch (event.type) {
    case 'run.queued':
      return 'queued'
    case 'run.stage':
      return state === 'stopping' ? state : 'starting'
    case 'run.started':
      return state === 'stopping' ? state : 'running'
    case 'run.stop_requested':
      return 'stopping'
    case 'run.completed':
      return 'completed'
    case 'run.failed':
      return 'failed'
    case 'run.stopped':
      return 'stopped'
    case 'run.denied':
      return 'denied'
    case 'run.interrupted':
      return 'interrupted'
    default:
      return state
  }
}

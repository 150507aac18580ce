import { describe, expect, it } from 'vitest'
import type { RunEvent } from './events.ts'
import { stateAfter } from './run-state.ts'
import { isTerminal, type RunState, runStates, terminalStates } from './vocabulary.ts'

const events = {
  'run.queued': { type: 'run.queued', instruction: '', sessionKind: 'main', harness: 'loop', model: '' },
  'run.stage': { type: 'run.stage', stage: 'collect', ms: 1, findings: [] },
  'run.started': {
    type: 'run.started',
    harness: 'loop',
    model: '',
    configChecksum: '',
    packageHash: '',
    requestFingerprint: '',
    manifestFingerprint: '',
    toolIds: [],
    skillIds: [],
    serverIds: [],
    stageMs: {},
  },
  'run.stop_requested': { type: 'run.stop_requested', by: 'operator' },
  'run.completed': { type: 'run.completed', text: '' },
  'run.failed': { type: 'run.failed', fault: { owner: 'bug', code: '', message: '', retry: 'no' } },
  'run.stopped': { type: 'run.stopped', by: 'operator' },
  'run.denied': { type: 'run.denied', fault: { owner: 'policy', code: '', message: '', retry: 'no' } },
  'run.interrupted': { type: 'run.interrupted', reason: '' },
  'output.done': { type: 'output.done', messageId: 'm', contentIndex: 0, text: '' },
  'usage.reported': {
    type: 'usage.reported',
    child: false,
    usage: {
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
      cost: null,
      contextUsed: 0,
      contextSize: null,
    },
  },
} satisfies Partial<Record<RunEvent['type'], RunEvent>>

const rows: [from: RunState, event: keyof typeof events, to: RunState][] = [
  ['queued', 'run.queued', 'queued'],
  ['queued', 'run.stage', 'starting'],
  ['starting', 'run.stage', 'starting'],
  ['starting', 'run.started', 'running'],
  ['queued', 'run.stop_requested', 'stopping'],
  ['starting', 'run.stop_requested', 'stopping'],
  ['running', 'run.stop_requested', 'stopping'],
  ['waiting_approval', 'run.stop_requested', 'stopping'],
  ['stopping', 'run.stage', 'stopping'],
  ['stopping', 'run.started', 'stopping'],
  ['stopping', 'run.stopped', 'stopped'],
  ['stopping', 'run.completed', 'completed'],
  ['stopping', 'run.failed', 'failed'],
  ['running', 'run.completed', 'completed'],
  ['running', 'run.failed', 'failed'],
  ['starting', 'run.failed', 'failed'],
  ['starting', 'run.denied', 'denied'],
  ['queued', 'run.denied', 'denied'],
  ['queued', 'run.interrupted', 'interrupted'],
  ['running', 'run.interrupted', 'interrupted'],
  ['waiting_answer', 'run.interrupted', 'interrupted'],
  ['running', 'output.done', 'running'],
  ['paused', 'usage.reported', 'paused'],
  ['controlled', 'output.done', 'controlled'],
]

describe('the state of a run', () => {
  it.each(rows)('goes from %s by %s to %s', (from, event, to) => {
    expect(stateAfter(from, events[event])).toBe(to)
  })

  it.each(terminalStates)('never leaves %s', (state) => {
    for (const event of Object.values(events)) expect(stateAfter(state, event)).toBe(state)
  })

  it('knows which states are the end', () => {
    expect(runStates.filter(isTerminal)).toEqual([...terminalStates])
  })
})

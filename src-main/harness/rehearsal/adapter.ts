import type { Harness } from '../port.ts'

/** Plays a tape: no model, but the tools it calls are real. */
export const rehearsal: Harness = {
  id: 'rehearsal',
  title: 'Rehearsal',
  label: 'rehearsal: no AI',
  depth: 'deep',
  needsModel: false,
  needsTape: true,
  entry: 'host-rehearsal.mjs',
  capabilities: {
    structuredOutput: false,
    waitingUser: false,
    approvals: false,
    questions: false,
    skills: false,
    mcp: true,
    steer: false,
    resume: false,
    compact: false,
    argumentDeltas: false,
    usage: false,
    reasoningEffort: false,
  },
}

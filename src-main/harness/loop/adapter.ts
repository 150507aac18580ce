import type { Harness } from '../port.ts'

/** The default: pi-agent-core in a host of ours. Every tool call goes through the gateway. */
export const loop: Harness = {
  id: 'loop',
  title: 'Loop',
  label: null,
  depth: 'deep',
  needsModel: true,
  needsTape: false,
  entry: 'host-loop.mjs',
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
    argumentDeltas: true,
    usage: true,
    reasoningEffort: true,
  },
}

import type { Fault } from '@contract'

/** Exit codes of the headless command (spec 00). */
export const exit = {
  done: 0,
  failed: 1,
  authored: 2,
  waits: 3,
  usage: 64,
  busy: 75,
  untrusted: 77,
  stopped: 130,
} as const

export function exitCodeOf(fault: Fault): number {
  if (fault.code === 'already_writing') return exit.busy
  if (fault.code === 'not_trusted') return exit.untrusted
  if (fault.code === 'folder_missing' || fault.code === 'harness_unknown') return exit.usage
  if (fault.owner === 'author') return exit.authored
  return exit.failed
}

/** A fault in words for a terminal: where, what, and what to do. */
export function faultText(fault: Fault): string {
  const at = fault.at
    ? `${[fault.at.file, fault.at.line, fault.at.column].filter((part) => part !== undefined).join(':')} `
    : ''
  const stage = fault.stage ? `, stage ${fault.stage}` : ''
  return `${at}${fault.message} [${fault.owner}${stage}: ${fault.code}]${fault.hint ? `\n  ${fault.hint}` : ''}`
}

/** Who must act when something is wrong. */
export const faultOwners = [
  'author',
  'operator',
  'policy',
  'capability',
  'harness',
  'provider',
  'store',
  'contract',
  'bug',
] as const
export type FaultOwner = (typeof faultOwners)[number]

/** A place in an authored file; `file` is relative to the workspace, line and column count from 1. */
export interface FilePosition {
  file: string
  line?: number
  column?: number
}

/** Something went wrong, said so that the reader knows who must act. `message`: what was tried and what happened. */
export interface Fault {
  owner: FaultOwner
  stage?: StageName
  code: string
  message: string
  hint?: string
  at?: FilePosition
  retry: 'no' | 'now' | 'later'
}

/** The answer of every operation: a value or a fault, never a thrown error. */
export type Reply<T> = { ok: true; value: T } | { ok: false; fault: Fault }

export const stageNames = ['collect', 'compile', 'prepare', 'context', 'project', 'launch'] as const
export type StageName = (typeof stageNames)[number]

/** A finding about an authored file. Errors stop the compile; warnings and infos are shown beside it. */
export interface Diagnostic {
  severity: 'error' | 'warning' | 'info'
  code: string
  message: string
  hint?: string
  at: FilePosition
}

import type { FilePosition } from './fault.ts'
import type { WorkspaceId } from './ids.ts'

/**
 * What an item is about. `start`: a process of a server or app. `contact`: an address. `give`: a variable or key that
 * leaves for a destination. `code`: commands and modules of the workspace that a run may execute. `loosen`: a setting
 * that gives an agent more than it has by itself. `note`: something that other programs start, such as Git hooks.
 */
export const trustGroups = ['start', 'contact', 'give', 'code', 'loosen', 'note'] as const
export type TrustGroup = (typeof trustGroups)[number]

/** One thing that needs the operator's word before it happens; without it, it does not happen. */
export interface TrustItem {
  /**
   * The same as long as it is about the same thing: `server:<id>`, `app:<id>`, `env:<destination>:<NAME>`,
   * `model:<provider>`, `command:<id>`, `module:<path>`, `loosen:<place>`, `hook:<path>`.
   */
  key: string
  group: TrustGroup
  title: string
  /** Word for word: command lines, address, `NAME -> destination`, the setting as it is written. */
  lines: string[]
  /** What follows from it, in one sentence. */
  effect: string
  at: FilePosition
  /**
   * `new`: the operator never had a word about it. `changed`: it had, and something of it is not as it was.
   * `declined`: it was left out, and is as it was.
   */
  state: 'new' | 'changed' | 'granted' | 'declined'
  /** The lines as they were at that word; null where they are the same, or there was none. */
  linesBefore: string[] | null
  /** Files of the workspace that it runs, which are part of what is granted. */
  files: TrustFile[]
  /** What could not be checked, such as a folder with too many files; null: everything was. */
  unchecked: string | null
}

export interface TrustFile {
  path: string
  state: 'new' | 'changed' | 'removed' | 'same'
}

/** Everything a workspace would do to this machine and to others, against what the operator granted. */
export interface TrustReview {
  workspaceId: WorkspaceId
  path: string
  /** `review`: trusted, and some items are new or changed: those wait, the rest goes on. */
  status: 'untrusted' | 'trusted' | 'review'
  /** Of all items as they are shown: a grant names it, so that nothing else is granted. */
  digest: string
  items: TrustItem[]
}

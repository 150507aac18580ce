import type { Diagnostic, FilePosition } from './fault.ts'

export const importProducts = ['holaos', 'agentscope', 'claude-code', 'codex', 'cursor', 'opencode'] as const
export type ImportProduct = (typeof importProducts)[number]

/** What other products' files in a folder say, as it would become part of a workspace. Nothing is on until it is ticked. */
export interface ImportPlan {
  /** There is a workspace.yaml: what is ticked is added to it. */
  hasWorkspace: boolean
  /** The files of each product that are looked for, where none was found too. */
  lookedFor: Record<ImportProduct, string[]>
  found: { product: ImportProduct; files: string[] }[]
  items: ImportItem[]
  /** What was read and cannot be taken over, with where it is. */
  findings: Diagnostic[]
}

export interface ImportItem {
  key: string
  product: ImportProduct
  group: 'instructions' | 'server' | 'skill' | 'subagent' | 'command' | 'session_kinds' | 'knowledge'
  title: string
  /** Word for word: the command line with its variables' names, the address, the first lines of a text. */
  lines: string[]
  at: FilePosition
  /** What it becomes: a place in workspace.yaml, or a file. */
  becomes: string
  note: string | null
}

/** The files as they would be. `before` is null for one that is not there. */
export interface ImportPreview {
  files: { path: string; before: string | null; after: string }[]
  diagnostics: Diagnostic[]
  /** Of the files as shown: applying names it, so that nothing else is written. */
  digest: string
}

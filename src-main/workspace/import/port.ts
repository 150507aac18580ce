import type { Diagnostic, ImportItem, ImportProduct, Json } from '@contract'

/** What an item does when it is ticked: values of workspace.yaml, files, or both. */
export interface Candidate extends ImportItem {
  edits: { path: (string | number)[]; value: Json }[]
  /** Appended to `prompt.include`. */
  include: string | null
  files: { path: string; text: string }[]
}

/** What one product's files gave. */
export interface Reading {
  product: ImportProduct
  /** The files that were found, whether or not something of them can be taken over. */
  files: string[]
  candidates: Candidate[]
  findings: Diagnostic[]
}

/** Reads files of the folder, bounded and never through a link that leads out. */
export interface FolderPort {
  /** Null: it is not there. What cannot be read is a finding of the reading. */
  read(path: string): Promise<string | null>
  /** Names in a folder, sorted; none when it is not there. */
  list(path: string): Promise<string[]>
  /** A variable of the environment has a value now. */
  isSet(name: string): boolean
}

export class Gatherer implements Reading {
  readonly files: string[] = []
  readonly candidates: Candidate[] = []
  readonly findings: Diagnostic[] = []

  constructor(readonly product: ImportProduct) {}

  add(
    item: Omit<Candidate, 'product' | 'key' | 'edits' | 'include' | 'files' | 'note'> & Partial<Candidate>,
  ): void {
    const key = `${this.product}:${item.group}:${item.title}`
    this.candidates.push({
      product: this.product,
      key,
      edits: [],
      include: null,
      files: [],
      note: null,
      ...item,
    })
  }

  say(code: string, message: string, file: string, line?: number, hint?: string): void {
    this.findings.push({
      severity: 'warning',
      code,
      message,
      at: { file, ...(line === undefined ? {} : { line }) },
      ...(hint ? { hint } : {}),
    })
  }
}

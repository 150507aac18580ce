/** A mark at a line of the text; lines count from 1. */
export interface LineMark {
  line: number
  column?: number
  severity: 'error' | 'warning' | 'info'
  message: string
}

/** Line and column count from 1. */
export interface CursorPlace {
  lines: string[]
  line: number
  column: number
  /** It was asked for, rather than shown while typing. */
  asked: boolean
}

export interface Completions {
  /** The column from which the text is replaced. */
  from: number
  options: { label: string; note?: string; insert?: string }[]
}

export interface CodeViewProps {
  /** Names the text for the reader and, by its ending, the language. */
  name: string
  text: string
  marks?: LineMark[]
  /** A new object scrolls to the line again. */
  goTo?: { line: number } | null
  /** The text can be changed; told with the whole text at every change. `text` is then only the beginning. */
  onChange?: (text: string) => void
  /** What the text is now, where it is also changed outside of this editor: then only what differs is replaced. */
  current?: string
  /** What can stand at the cursor. */
  complete?: (at: CursorPlace) => Completions | null
  loadingLabel: string
}

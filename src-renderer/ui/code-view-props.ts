/** A mark at a line of the text; lines count from 1. */
export interface LineMark {
  line: number
  column?: number
  severity: 'error' | 'warning' | 'info'
  message: string
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
  loadingLabel: string
}

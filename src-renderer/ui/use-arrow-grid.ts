import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

const steps: Record<string, [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

const cellsOf = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])]

/**
 * Rows and columns of things that take the focus, each marked `data-cell="<column>"` and standing in reading order.
 * Arrow keys go from one to the next, Home and End to the first and last row; Tab enters and leaves the whole.
 */
export function useArrowGrid(): {
  ref: RefObject<HTMLDivElement | null>
  onKeyDownCapture: (event: KeyboardEvent) => void
  onFocusCapture: (event: { target: EventTarget }) => void
} {
  const ref = useRef<HTMLDivElement>(null)
  const at = useRef<HTMLElement | null>(null)

  // Rows come and go, so that the one stop of Tab is found again after every drawing.
  useEffect(() => {
    const cells = cellsOf(ref.current)
    const stop = at.current && cells.includes(at.current) ? at.current : cells[0]
    for (const cell of cells) cell.tabIndex = cell === stop ? 0 : -1
  })

  function go(cell: HTMLElement | undefined): void {
    cell?.focus()
    void cell?.scrollIntoView?.({ block: 'nearest' })
  }

  return {
    ref,
    onFocusCapture({ target }) {
      if (!(target instanceof HTMLElement) || target.dataset.cell === undefined) return
      if (at.current) at.current.tabIndex = -1
      at.current = target
      target.tabIndex = 0
    },
    onKeyDownCapture(event) {
      const from = event.target
      if (!(from instanceof HTMLElement) || from.dataset.cell === undefined) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const cells = cellsOf(ref.current)
      const to = target(cells, from, event.key)
      if (!to) return
      event.preventDefault()
      event.stopPropagation()
      go(to)
    },
  }
}

/** Where a key leads to; undefined: it is none of ours. */
function target(cells: HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  if (key === 'Home') return cells[0]
  if (key === 'End') return cells.at(-1)
  const step = steps[key]
  if (!step) return undefined
  const at = cells.indexOf(from)
  const [row, column] = step
  if (column !== 0) return cells[at + column] ?? from
  const next = (row > 0 ? cells.slice(at + 1) : cells.slice(0, at).reverse()).find(
    (cell) => rowOf(cell) !== rowOf(from),
  )
  if (!next) return from
  const beside = cells.filter((cell) => rowOf(cell) === rowOf(next))
  return beside.find((cell) => cell.dataset.cell === from.dataset.cell) ?? beside[0]
}

/** Cells in one `data-row` stand beside each other; any other cell is a row of its own. */
const rowOf = (cell: HTMLElement): Element => cell.closest('[data-row]') ?? cell

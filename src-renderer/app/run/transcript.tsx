import type { SessionView } from '@contract'
import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { useFrom } from '../../commands/index.ts'
import { words } from '../../state/index.ts'
import { Button, useStickToEnd } from '../../ui/index.ts'
import { RowView } from './row-view.tsx'
import { rowAt, rowsOf } from './rows.ts'
import styles from './run.module.css'

/** How long a row that was jumped to stays marked, in milliseconds. */
const markTime = 1600

/** The session in order. It follows its end until the reader scrolls up, and then never moves by itself. */
export function Transcript({ view }: { view: SessionView }) {
  const rows = useMemo(() => rowsOf(view.runs), [view.runs])
  const list = useRef<VirtuosoHandle>(null)
  const { stuck, scroller, grown, hold, toEnd } = useStickToEnd()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const marked = useReveal(view, rows, list, hold)

  // A new instruction is what the operator has just said: it is followed from there.
  const runs = useRef(view.runs.length)
  useEffect(() => {
    if (view.runs.length > runs.current) toEnd()
    runs.current = view.runs.length
  }, [view.runs.length, toEnd])

  // While at the end everything is seen; from the moment the reader leaves it, what comes is counted.
  const seen = useRef(rows.length)
  if (stuck) seen.current = rows.length

  const toggle = useCallback(
    (key: string) => {
      // What was just opened is what the reader looks at.
      hold()
      setOpen((old) => {
        const next = new Set(old)
        if (!next.delete(key)) next.add(key)
        return next
      })
    },
    [hold],
  )

  return (
    <div className={styles.transcript}>
      <Virtuoso
        ref={list}
        className={styles.scroller}
        role="log"
        aria-label={words.run.transcript}
        aria-live="off"
        tabIndex={0}
        data={rows}
        computeItemKey={(_, row) => row.key}
        initialTopMostItemIndex={{ index: rows.length - 1, align: 'end' }}
        defaultItemHeight={40}
        increaseViewportBy={{ top: 400, bottom: 400 }}
        scrollerRef={(element) => scroller(element instanceof HTMLElement ? element : null)}
        totalListHeightChanged={grown}
        itemContent={(_, row) => (
          <RowView row={row} open={open.has(row.key)} marked={marked === row.key} onToggle={toggle} />
        )}
      />
      {!stuck && (
        <Button className={styles.toEnd} size="small" icon={ArrowDown} onClick={toEnd}>
          {words.run.newBelow(rows.length - seen.current)}
        </Button>
      )}
    </div>
  )
}

/** Brings the place that another pane asked for into view, and marks it for a moment. */
function useReveal(
  view: SessionView,
  rows: ReturnType<typeof rowsOf>,
  list: React.RefObject<VirtuosoHandle | null>,
  hold: () => void,
): string | null {
  const wanted = useFrom('selection', (state) => state.reveal)
  const [marked, setMarked] = useState<string | null>(null)
  const latest = useRef(rows)
  latest.current = rows
  useEffect(() => {
    if (!wanted || wanted.sessionId !== view.sessionId) return
    const index = rowAt(latest.current, wanted.seq, wanted.key)
    hold()
    list.current?.scrollToIndex({ index, align: 'center' })
    setMarked(latest.current[index]?.key ?? null)
    const timer = setTimeout(() => setMarked(null), markTime)
    return () => clearTimeout(timer)
  }, [wanted, view.sessionId, list, hold])
  return marked
}

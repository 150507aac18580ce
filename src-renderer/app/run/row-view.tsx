import { memo } from 'react'
import { words } from '../../state/index.ts'
import { Markdown, reveal } from '../../ui/index.ts'
import { EndingRow } from './ending-row.tsx'
import { NoticeRow, OutputCard, ThinkingRow } from './item-rows.tsx'
import type { Row } from './rows.ts'
import styles from './run.module.css'
import { ToolRow } from './tool-row.tsx'
import { WaitingRow } from './waiting-row.tsx'

interface RowViewProps {
  row: Row
  open: boolean
  marked: boolean
  onToggle: (key: string) => void
}

/** A finished row is drawn once: it is compared by what it shows, not by the run it belongs to. */
function sameRow(one: RowViewProps, other: RowViewProps): boolean {
  if (one.open !== other.open || one.marked !== other.marked || one.row.key !== other.row.key) return false
  if (one.row.kind === 'item' && other.row.kind === 'item') return one.row.item === other.row.item
  if (one.row.kind === 'instruction' && other.row.kind === 'instruction') return true
  return one.row.run === other.row.run
}

export const RowView = memo(function RowView({ row, open, marked, onToggle }: RowViewProps) {
  return (
    <div className={styles.row} data-kind={row.kind} data-marked={marked}>
      <Content row={row} open={open} onToggle={() => onToggle(row.key)} />
    </div>
  )
}, sameRow)

function Content({ row, open, onToggle }: { row: Row; open: boolean; onToggle: () => void }) {
  if (row.kind === 'instruction')
    return (
      <div className={styles.instruction}>
        {row.run.retryOf && <small>{words.run.retryOf}</small>}
        {reveal(row.run.instruction)}
      </div>
    )
  if (row.kind === 'ending') return <EndingRow run={row.run} />
  if (row.kind === 'waiting') return <WaitingRow run={row.run} />
  const { item } = row
  switch (item.kind) {
    case 'text':
      return (
        <div className={styles.text} data-open={item.open}>
          <Markdown text={item.text} open={item.open} words={words.markdown} />
          {item.partial && !item.open && <p className={styles.partial}>{words.run.partial}</p>}
        </div>
      )
    case 'thinking':
      return <ThinkingRow item={item} run={row.run} open={open} onToggle={onToggle} />
    case 'tool':
      return <ToolRow item={item} open={open} onToggle={onToggle} />
    case 'notice':
      return <NoticeRow item={item} />
    case 'output':
      return <OutputCard output={item.output} />
    default:
      return item satisfies never
  }
}

import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './fold.module.css'

interface FoldProps {
  /** The line that opens it. Only text and marks: it is one button. */
  head: ReactNode
  /** Beside the line: what is clicked for itself. */
  side?: ReactNode
  /** Given: the owner decides; else it remembers by itself, closed at first. */
  open?: boolean
  onToggle?: () => void
  label?: string
  children: () => ReactNode
}

/** A line that opens to more. What is inside is made only while it is open. */
export function Fold({ head, side, open, onToggle, label, children }: FoldProps) {
  const [own, setOwn] = useState(false)
  const isOpen = open ?? own
  return (
    <div className={styles.fold} data-open={isOpen}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.head}
          aria-expanded={isOpen}
          aria-label={label}
          onClick={onToggle ?? (() => setOwn(!own))}
        >
          <ChevronRight size={13} aria-hidden />
          {head}
        </button>
        {side}
      </div>
      {isOpen && <div className={styles.body}>{children()}</div>}
    </div>
  )
}

import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './segments.module.css'

interface SegmentsProps<V extends string> {
  label: string
  value: V
  onChange: (value: V) => void
  items: { value: V; label: string; count?: number | null }[]
  /** Stands at the right end of the same line. */
  end?: ReactNode
  /** What the chosen one shows. */
  children: ReactNode
}

/** One of a few views of the same thing; arrow keys go from one to the next. */
export function Segments<V extends string>({
  label,
  value,
  onChange,
  items,
  end,
  children,
}: SegmentsProps<V>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as V)} className={styles.root}>
      <div className={styles.bar}>
        <Radix.List className={styles.list} aria-label={label}>
          {items.map((item) => (
            <Radix.Trigger key={item.value} value={item.value} className={styles.segment}>
              {item.label}
              {item.count !== undefined && item.count !== null && <small>{item.count}</small>}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {end}
      </div>
      <Radix.Content key={value} value={value} className={styles.content} tabIndex={-1}>
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}

import type { ReactNode } from 'react'
import { Virtuoso } from 'react-virtuoso'
import styles from './long-list.module.css'

interface LongListProps<T> {
  items: T[]
  keyOf: (item: T) => string
  /** About how high one row is, in CSS pixels. */
  rowHeight: number
  children: (item: T) => ReactNode
}

/** Up to this many rows are simply drawn. */
const few = 120
const mostHeight = 480

/** Rows of which there may be a thousand: then they scroll in a window of their own, and only those seen are drawn. */
export function LongList<T>({ items, keyOf, rowHeight, children }: LongListProps<T>) {
  if (items.length <= few)
    return items.map((item) => (
      <div key={keyOf(item)} className={styles.row}>
        {children(item)}
      </div>
    ))
  return (
    <Virtuoso
      style={{ height: Math.min(items.length * rowHeight, mostHeight) }}
      data={items}
      defaultItemHeight={rowHeight}
      increaseViewportBy={rowHeight * 8}
      computeItemKey={(_, item) => keyOf(item)}
      itemContent={(_, item) => children(item)}
    />
  )
}

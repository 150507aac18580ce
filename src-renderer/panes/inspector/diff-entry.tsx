import type { Change, ListChanges } from '@contract'
import type { ReactNode } from 'react'
import { words } from '../../state/index.ts'
import compare from './compare.module.css'
import styles from './inspector.module.css'

const say = words.inspector.compare

interface ListProps<T> {
  title: string
  changes: ListChanges<T>
  keyOf: (item: T) => string
  nameOf: (item: T) => ReactNode
  /** What is said of one side. */
  about?: (item: T) => ReactNode
  /** What is said of a change instead of both sides. */
  aboutChange?: (change: Change<T>) => ReactNode
  /** Below the line: texts side by side. */
  detail?: (before: T | null, after: T | null) => ReactNode
}

/** What changed, what came and what went of one kind of thing. Nothing when nothing did. */
export function List<T>(props: ListProps<T>) {
  const { title, changes, keyOf, nameOf, about, aboutChange, detail } = props
  const { added, removed, changed } = changes
  const many = added.length + removed.length + changed.length
  if (many === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>
        {title} <small>{many}</small>
      </h3>
      <ul>
        {changed.map((change) => (
          <Entry
            key={keyOf(change.after)}
            kind="changed"
            name={nameOf(change.after)}
            about={
              aboutChange
                ? aboutChange(change)
                : about && <Became before={about(change.before)} after={about(change.after)} />
            }
            detail={detail?.(change.before, change.after)}
          />
        ))}
        {added.map((item) => (
          <Entry
            key={keyOf(item)}
            kind="added"
            name={nameOf(item)}
            about={about?.(item)}
            detail={detail?.(null, item)}
          />
        ))}
        {removed.map((item) => (
          <Entry
            key={keyOf(item)}
            kind="removed"
            name={nameOf(item)}
            about={about?.(item)}
            detail={detail?.(item, null)}
          />
        ))}
      </ul>
    </section>
  )
}

export function Became({ before, after }: { before: ReactNode; after: ReactNode }) {
  return (
    <>
      {before}{' '}
      <span role="img" aria-label={say.arrow}>
        →
      </span>{' '}
      {after}
    </>
  )
}

interface EntryProps {
  kind: 'added' | 'removed' | 'changed'
  name: ReactNode
  about?: ReactNode
  detail?: ReactNode
}

function Entry({ kind, name, about, detail }: EntryProps) {
  return (
    <li className={compare.entry}>
      <p>
        <b data-kind={kind}>{say[kind]}</b>
        <span className={compare.entryName}>{name}</span>
        <span className={compare.entryAbout}>{about}</span>
      </p>
      {detail}
    </li>
  )
}

import { useMemo } from 'react'
import { words } from '../../state/index.ts'
import { reveal } from '../../ui/index.ts'
import styles from './compare.module.css'
import { type DiffLine, diffLines } from './line-diff.ts'

const say = words.inspector.compare
const signs = { same: ' ', added: '+', removed: '−' } as const

/** A unified difference of two texts, line by line. */
export function TextDiff({ label, before, after }: { label: string; before: string; after: string }) {
  const lines = useMemo(() => diffLines(before, after), [before, after])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard
    <section className={styles.diff} aria-label={label} tabIndex={0}>
      {lines.map((line) => (
        <Row key={keyOf(line)} line={line} />
      ))}
    </section>
  )
}

const keyOf = (line: DiffLine) =>
  line.kind === 'skip' ? `skip:${line.after}` : `${line.before}:${line.after}`

function Row({ line }: { line: DiffLine }) {
  if (line.kind === 'skip') return <p data-kind="skip">{say.skipped(line.many)}</p>
  const Part = line.kind === 'added' ? 'ins' : line.kind === 'removed' ? 'del' : 'span'
  return (
    <p data-kind={line.kind}>
      <small aria-hidden>{line.after ?? line.before}</small>
      <i aria-hidden>{signs[line.kind]}</i>
      <Part>{reveal(line.text)}</Part>
    </p>
  )
}

import { useMemo } from 'react'
import { type DiffLine, diffLines } from './line-diff.ts'
import { reveal } from './reveal.ts'
import styles from './text-diff.module.css'

const signs = { same: ' ', added: '+', removed: '−' } as const

interface TextDiffProps {
  label: string
  before: string
  after: string
  /** Says how many lines that are the same are left out. */
  skipped: (many: number) => string
}

/** A unified difference of two texts, line by line. */
export function TextDiff({ label, before, after, skipped }: TextDiffProps) {
  const lines = useMemo(() => diffLines(before, after), [before, after])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard
    <section className={styles.diff} aria-label={label} tabIndex={0}>
      {lines.map((line) => (
        <Row key={keyOf(line)} line={line} skipped={skipped} />
      ))}
    </section>
  )
}

const keyOf = (line: DiffLine) =>
  line.kind === 'skip' ? `skip:${line.after}` : `${line.before}:${line.after}`

function Row({ line, skipped }: { line: DiffLine; skipped: TextDiffProps['skipped'] }) {
  if (line.kind === 'skip') return <p data-kind="skip">{skipped(line.many)}</p>
  const Part = line.kind === 'added' ? 'ins' : line.kind === 'removed' ? 'del' : 'span'
  return (
    <p data-kind={line.kind}>
      <small aria-hidden>{line.after ?? line.before}</small>
      <i aria-hidden>{signs[line.kind]}</i>
      <Part>{reveal(line.text)}</Part>
    </p>
  )
}

import type { Diagnostic, Fault, FilePosition } from '@contract'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDesk, verbs } from '../../commands/index.ts'
import { words } from '../../state/index.ts'
import { Checkbox, Dot, reveal, revealLine } from '../../ui/index.ts'
import { severityTone } from './found-lines.tsx'
import styles from './parts.module.css'

/** A place in a file of the workspace; it opens in Files. */
export function FilePlace({ at: { file, line } }: { at: FilePosition }) {
  const desk = useDesk()
  const text = reveal(line ? `${file}:${line}` : file)
  return (
    <button
      type="button"
      className={styles.place}
      title={text}
      aria-label={words.trustScreen.trust.open(text)}
      onClick={() => void verbs.openFile.run(desk, { path: file, ...(line && { line }) })}
    >
      {text}
    </button>
  )
}

/** What is written, word for word; a line that is too long goes on below. */
export function Lines({ lines }: { lines: string[] }) {
  return (
    <pre className={styles.lines}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and stand still
        <code key={at}>{revealLine(line)}</code>
      ))}
    </pre>
  )
}

interface HeadingProps {
  title: string
  many?: number
  note?: string
  end?: ReactNode
}

export function Heading({ title, many, note, end }: HeadingProps) {
  return (
    <div className={styles.heading}>
      <h3>
        {title} {many !== undefined && <small>{many}</small>}
      </h3>
      {note && <p>{note}</p>}
      {end && <span className={styles.end}>{end}</span>}
    </div>
  )
}

interface TickAllProps {
  label: string
  keys: string[]
  ticked: ReadonlySet<string>
  disabled?: boolean
  onTick: (keys: string[], ticked: boolean) => void
}

/** One tick for a whole group. */
export function TickAll({ label, keys, ticked, disabled, onTick }: TickAllProps) {
  const many = keys.filter((key) => ticked.has(key)).length
  const checked = many === keys.length ? true : many > 0 ? 'some' : false
  return (
    <span className={styles.all}>
      <span aria-hidden>{words.trustScreen.trust.allShort}</span>
      <Checkbox
        label={label}
        checked={checked}
        disabled={disabled}
        onChange={() => onTick(keys, checked !== true)}
      />
    </span>
  )
}

export function FindingList({ findings }: { findings: Diagnostic[] }) {
  return (
    <ul className={styles.list}>
      {findings.map((finding) => (
        <li
          key={`${finding.code}:${finding.at.file}:${finding.at.line}:${finding.message}`}
          className={styles.row}
        >
          <Dot tone={severityTone[finding.severity]} />
          <span className={styles.said}>
            <b>{words.files.severity[finding.severity]}</b> {reveal(finding.message)}{' '}
            {finding.hint && <em>{reveal(finding.hint)}</em>}
          </span>
          <FilePlace at={finding.at} />
        </li>
      ))}
    </ul>
  )
}

/** Why something that was asked for did not happen. */
export function FaultLine({ title, fault }: { title: string; fault: Fault }) {
  return (
    <p className={styles.fault} role="alert">
      <CircleAlert size={14} aria-hidden />
      <span>
        <b>{title}.</b> {reveal(fault.message)} {fault.hint && reveal(fault.hint)}
      </span>
    </p>
  )
}

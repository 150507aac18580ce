import type { Diagnostic } from '@contract'
import { useState } from 'react'
import { useDesk, verbs } from '../../commands/index.ts'
import { words } from '../../state/index.ts'
import { Dot, reveal, type Tone } from '../../ui/index.ts'
import styles from './files.module.css'

const severityTone: Record<Diagnostic['severity'], Tone> = {
  error: 'failed',
  warning: 'risk',
  info: 'running',
}

const placeOf = ({ at }: Diagnostic) => (at.line ? `${at.file}:${at.line}` : at.file)

/** What is wrong with the authored files; each line leads to its place. */
export function Findings({ findings }: { findings: Diagnostic[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? findings : findings.slice(0, 3)
  return (
    <section className={styles.findings} aria-label={words.files.findings(findings.length)}>
      <ul>
        {shown.map((finding) => (
          <li key={`${finding.code}:${placeOf(finding)}`}>
            <FindingLine finding={finding} />
          </li>
        ))}
      </ul>
      {findings.length > shown.length && (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          {words.files.findings(findings.length)}
        </button>
      )}
    </section>
  )
}

function FindingLine({ finding }: { finding: Diagnostic }) {
  const desk = useDesk()
  const { file, line } = finding.at
  return (
    <button
      type="button"
      className={styles.finding}
      onClick={() => void verbs.openFile.run(desk, { path: file, ...(line && { line }) })}
    >
      <Dot tone={severityTone[finding.severity]} />
      <span>
        <b>{words.files.severity[finding.severity]}</b> {reveal(finding.message)}
        {finding.hint && <em> {reveal(finding.hint)}</em>}
      </span>
      <code>{finding.code}</code>
      <code>{placeOf(finding)}</code>
    </button>
  )
}

import type { Diagnostic } from '@contract'
import { words } from '../../state/index.ts'
import { Dot, reveal, type Tone } from '../../ui/index.ts'
import styles from './found-lines.module.css'

export const severityTone: Record<Diagnostic['severity'], Tone> = {
  error: 'failed',
  warning: 'risk',
  info: 'running',
}

interface FoundLinesProps {
  label: string
  findings: Diagnostic[]
  onLine: (line: number) => void
}

/** What was found in the text beside it; each leads to its line. */
export function FoundLines({ label, findings, onLine }: FoundLinesProps) {
  return (
    <ul className={styles.found} aria-label={label}>
      {findings.map(({ code, severity, message, hint, at }) => (
        <li key={`${code}:${at.line}:${at.column}:${message}`}>
          <button type="button" onClick={() => onLine(at.line ?? 1)}>
            <Dot tone={severityTone[severity]} />
            <span>
              <b>{words.files.severity[severity]}</b> {reveal(message)} {hint && reveal(hint)}
            </span>
            <code>{words.contract.settings.line(at.line ?? 1)}</code>
          </button>
        </li>
      ))}
    </ul>
  )
}

import type { AuthoringPreview, Diagnostic } from '@contract'
import { words } from '../../../state/index.ts'
import { Dot, reveal } from '../../../ui/index.ts'
import styles from './instructions.module.css'

const say = words.contract.instructions
const tones = { error: 'failed', warning: 'risk', info: 'running' } as const

interface FootProps {
  path: string
  preview: AuthoringPreview | null
  onLine: (line: number) => void
}

/** What the text weighs and what was found in it; each finding leads to its line. */
export function Foot({ path, preview, onLine }: FootProps) {
  const findings = preview?.diagnostics.filter(({ at }) => at.file === path) ?? []
  const { tokens = null } = preview ?? {}
  return (
    <div className={styles.foot}>
      <p>
        <span>{findings.length > 0 ? say.findings(findings.length) : say.noFindings}</span>
        {tokens !== null && <span title={say.tokensNote}>{say.tokens(tokens)}</span>}
      </p>
      {findings.length > 0 && (
        <ul aria-label={say.findings(findings.length)}>
          {findings.map((finding) => (
            <li key={`${finding.code}:${finding.at.line}:${finding.at.column}`}>
              <Finding finding={finding} onLine={onLine} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Finding({ finding, onLine }: { finding: Diagnostic; onLine: (line: number) => void }) {
  const line = finding.at.line ?? 1
  return (
    <button type="button" onClick={() => onLine(line)}>
      <Dot tone={tones[finding.severity]} />
      <span>
        <b>{words.files.severity[finding.severity]}</b> {reveal(finding.message)} {finding.hint}
      </span>
      <code>{words.contract.settings.line(line)}</code>
    </button>
  )
}

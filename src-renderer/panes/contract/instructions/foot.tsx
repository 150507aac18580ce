import type { AuthoringPreview } from '@contract'
import { words } from '../../../state/index.ts'
import { FoundLines } from '../found-lines.tsx'
import styles from './instructions.module.css'

const say = words.contract.instructions

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
        <FoundLines label={say.findings(findings.length)} findings={findings} onLine={onLine} />
      )}
    </div>
  )
}

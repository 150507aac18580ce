import type { EffectVerdict, SessionKind } from '@contract'
import { Check, CircleDashed, Minus } from 'lucide-react'
import { words } from '../../state/index.ts'
import { reveal } from '../../ui/index.ts'
import styles from './contract.module.css'

const say = words.contract.verdict

/** In words: may it be called, and why. */
export function verdictText(kind: SessionKind, { callable, reason, detail, changed }: EffectVerdict): string {
  const why = detail || (reason ? say.reasons[reason] : '')
  const said = say.said(words.run.kinds[kind], say[callable], reveal(why))
  return changed ? `${said} (${say[changed]})` : said
}

/** Check, dash, or a word for what is only known in a run. */
export function VerdictMark({ verdict }: { verdict: EffectVerdict }) {
  if (verdict.callable === 'yes') return <Check className={styles.yes} size={14} aria-hidden />
  if (verdict.callable === 'no') return <Minus className={styles.no} size={14} aria-hidden />
  return verdict.reason === 'skill_required' ? (
    <small className={styles.maybe}>{say.skill}</small>
  ) : (
    <CircleDashed className={styles.maybe} size={13} aria-hidden />
  )
}

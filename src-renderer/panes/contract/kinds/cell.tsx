import type { EffectVerdict, SessionKind } from '@contract'
import { words } from '../../../state/index.ts'
import { ChoiceMenu } from '../../../ui/index.ts'
import { VerdictMark } from '../verdict.tsx'
import styles from './kinds.module.css'
import type { Rule } from './matrix.ts'

const { kinds: say, verdict: saying } = words.contract

interface CellProps {
  name: string
  kind: SessionKind
  verdict: EffectVerdict
  /** Of a family whose tools differ: how many of them. */
  count: string | null
  tip: string
  rule: Rule
  onRule: (rule: Rule) => void
}

/** One name for one kind: what comes of it, and the menu that changes it. */
export function Cell({ name, kind, verdict, count, tip, rule, onRule }: CellProps) {
  const { changed } = verdict
  // Allowing what the kind does not have by itself is more than it was given.
  const widens = changed === 'widened' || (verdict.callable === 'no' && verdict.reason === 'session_kind')
  const said = [count ?? saying[verdict.callable], changed && saying[changed]].filter(Boolean).join(', ')
  const options = [
    { value: 'own', label: say.choices.own },
    { value: 'allow', label: say.choices.allow, ...(widens && rule !== 'deny' && { note: say.widens }) },
    { value: 'deny', label: say.choices.deny, note: say.denyNote },
  ]
  return (
    <span className={styles.cell}>
      <ChoiceMenu
        label={say.cell(name, words.run.kinds[kind], said)}
        tip={tip}
        className={changed === 'widened' ? `${styles.mark} ${styles.wide}` : styles.mark}
        cell={kind}
        value={rule}
        options={options}
        onPick={(picked) => onRule(picked as Rule)}
      >
        {count ? <small>{count}</small> : <VerdictMark verdict={verdict} />}
        {changed && <em data-changed={changed}>{saying[changed]}</em>}
      </ChoiceMenu>
    </span>
  )
}

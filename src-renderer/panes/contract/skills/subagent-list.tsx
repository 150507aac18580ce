import type { EffectSubagent } from '@contract'
import { words } from '../../../state/index.ts'
import { reveal } from '../../../ui/index.ts'
import parts from '../parts.module.css'
import { FilePlace } from '../parts.tsx'
import styles from './skills.module.css'

const say = words.trustScreen.skills
const listed = (names: string[] | null) => (names ? names.map(reveal).join(', ') : say.ofKind)

export function SubagentList({ subagents }: { subagents: EffectSubagent[] }) {
  return (
    <ul className={parts.list}>
      {subagents.map((one) => (
        <li key={one.id} className={styles.entry}>
          <div className={parts.main}>
            <div className={parts.head}>
              <span className={parts.title}>{reveal(one.id)}</span>
              {one.hidden && <span className={parts.mark}>{say.hidden}</span>}
              <FilePlace at={{ file: one.path }} />
            </div>
            <p className={parts.effect}>{reveal(one.description)}</p>
            <dl className={styles.facts}>
              <dt>{say.works}</dt>
              <dd>{say.modes[one.workspace]}</dd>
              <dt>{say.model}</dt>
              <dd>
                {one.model ? reveal(one.model) : say.usualModel} · {say.steps(one.steps)} ·{' '}
                <span title={say.tokensNote}>{say.tokens(one.tokens)}</span>
              </dd>
              <dt>{say.tools}</dt>
              <dd>{listed(one.tools)}</dd>
              <dt>{say.withSkills}</dt>
              <dd>{listed(one.skills)}</dd>
            </dl>
          </div>
        </li>
      ))}
    </ul>
  )
}

import type { EffectCommand } from '@contract'
import { words } from '../../../state/index.ts'
import { reveal } from '../../../ui/index.ts'
import parts from '../parts.module.css'
import { Lines } from '../parts.tsx'
import styles from './skills.module.css'

const say = words.trustScreen.skills

/** An argument with a blank in it is quoted, so that the line reads as it is run. */
const spelled = (argv: string[]) =>
  argv.map((part) => (/^[\w./:=@%+,-]+$/.test(part) ? part : JSON.stringify(part))).join(' ')

export function CommandList({ commands }: { commands: EffectCommand[] }) {
  return (
    <ul className={parts.list}>
      {commands.map(({ id, description, run, prompt, sessionKinds, grantedBy }) => {
        const kinds = sessionKinds?.map((kind) => words.run.kinds[kind]).join(', ') ?? say.allKinds
        return (
          <li key={id} className={styles.entry}>
            <div className={parts.main}>
              <div className={parts.head}>
                <code className={parts.title}>/{reveal(id)}</code>
                <span className={parts.mark}>{run ? say.runs : say.prompts}</span>
              </div>
              <p className={parts.effect}>{reveal(description)}</p>
              <Lines lines={run ? [spelled(run)] : (prompt ?? '').split('\n')} />
              <p className={parts.small}>
                {say.kinds} {kinds}
                {grantedBy.length > 0 && ` · ${say.grantedBy(grantedBy.map(reveal))}`}
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

import { TriangleAlert } from 'lucide-react'
import { attempt, useDesk, verbs } from '../../commands/index.ts'
import { words } from '../../state/index.ts'
import { Button, reveal } from '../../ui/index.ts'
import type { Degraded } from './degraded.ts'
import styles from './header.module.css'

const say = words.inspector.degraded

interface DegradedProps {
  degraded: Degraded
  onShow: () => void
}

/** That a run went without something that was declared, and the way to what it is. */
export function DegradedNote({ degraded: { sources, tools, hasChanged }, onShow }: DegradedProps) {
  const desk = useDesk()
  return (
    <section className={styles.degraded} aria-label={say.label}>
      <TriangleAlert size={14} aria-hidden />
      <p>
        <button type="button" title={say.show} onClick={onShow}>
          {say.text(sources.length, tools.length)}
        </button>
        {sources.length > 0 && (
          <span>
            {sources.map(({ id, state }) => (
              <span key={id}>
                <code>{reveal(id)}</code> {words.capability.states[state].toLowerCase()}
              </span>
            ))}
          </span>
        )}
      </p>
      {hasChanged && (
        <Button size="small" title={say.trustNote} onClick={() => attempt(desk, verbs.showSection, 'trust')}>
          {say.trust}
        </Button>
      )}
    </section>
  )
}

import type { AbsentTool } from '@contract'
import { useState } from 'react'
import { words } from '../../../state/index.ts'
import { Button, Dot, reveal } from '../../../ui/index.ts'
import parts from '../parts.module.css'
import { Heading } from '../parts.tsx'

const say = words.trustScreen.preflight

/** How many lines are drawn before the rest is asked for. */
const firstLines = 40

/** A quarantined tool is something to mend, so it does not stand among those that are simply not there. */
export function AbsentList({ absent }: { absent: AbsentTool[] }) {
  const quarantined = absent.filter(({ reason }) => reason === 'quarantined')
  const others = absent.filter(({ reason }) => reason !== 'quarantined')
  return (
    <>
      {quarantined.length > 0 && <Tools title={say.quarantined} tools={quarantined} tone="risk" />}
      {others.length > 0 && <Tools title={say.absent} tools={others} tone="off" />}
    </>
  )
}

function Tools({ title, tools, tone }: { title: string; tools: AbsentTool[]; tone: 'risk' | 'off' }) {
  const [all, setAll] = useState(false)
  const shown = all ? tools : tools.slice(0, firstLines)
  return (
    <section aria-label={title}>
      <Heading title={title} many={tools.length} />
      <ul className={parts.list}>
        {shown.map(({ id, family, reason, detail }) => (
          <li key={`${id}:${family}`} className={parts.row}>
            <Dot tone={tone} />
            <span className={parts.said}>
              <code>{reveal(id)}</code>{' '}
              <em>
                {words.inspector.reasons[reason].why}
                {detail && reason !== 'not_declared' && ` (${reveal(detail)})`}
              </em>
            </span>
          </li>
        ))}
      </ul>
      {shown.length < tools.length && (
        <p className={parts.note}>
          <Button size="small" onClick={() => setAll(true)}>
            {say.absentMore(tools.length)}
          </Button>
        </p>
      )}
    </section>
  )
}

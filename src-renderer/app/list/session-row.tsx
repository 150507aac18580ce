import { isTerminal, type SessionSummary } from '@contract'
import { memo } from 'react'
import { attempt, useDesk, useFrom, verbs } from '../../commands/index.ts'
import { runMark, select, words } from '../../state/index.ts'
import { age, Dot, reveal, shortTime, useNow } from '../../ui/index.ts'
import styles from './list.module.css'

interface SessionRowProps {
  session: SessionSummary
  /** The workspace's name, where it is not the one on screen. */
  place?: string
  inset?: boolean
}

export const SessionRow = memo(function SessionRow({ session, place, inset }: SessionRowProps) {
  const desk = useDesk()
  const isCurrent = useFrom('selection', (state) => state.sessionId === session.id)
  const { state, workspaceId, id } = session
  const mark = state ? runMark(state) : { tone: 'idle' as const, word: '' }
  const title = session.title || words.run.newSession
  return (
    <button
      type="button"
      data-row
      className={styles.row}
      data-inset={inset}
      aria-current={isCurrent}
      aria-label={[title, place, mark.word].filter(Boolean).join(', ')}
      title={`${title} · ${mark.word}`}
      onClick={() => attempt(desk, verbs.openSession, { workspaceId, sessionId: id })}
    >
      <Dot tone={mark.tone} />
      <span className={styles.name}>
        {reveal(title)}
        {place && <small> · {reveal(place)}</small>}
      </span>
      {select.needsYou(state) ? <span className={styles.badge}>1</span> : <When session={session} />}
    </button>
  )
})

function When({ session: { state, startedAt, updatedAt } }: { session: SessionSummary }) {
  const active = state !== null && !isTerminal(state) && startedAt !== null
  const now = useNow(active)
  return <span className={styles.when}>{active ? age(now - startedAt) : shortTime(updatedAt, now)}</span>
}

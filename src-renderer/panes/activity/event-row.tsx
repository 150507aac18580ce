import type { SessionId } from '@contract'
import { CornerUpLeft } from 'lucide-react'
import { memo } from 'react'
import { useDesk } from '../../commands/index.ts'
import { words } from '../../state/index.ts'
import { Button, CopyButton, clock, fullTime, reveal, span } from '../../ui/index.ts'
import styles from './activity.module.css'
import type { EventLine } from './lines.ts'

interface EventRowProps {
  line: EventLine
  sessionId: SessionId
  open: boolean
  onOpen: (seq: number) => void
}

const bad = new Set(['run.failed', 'run.denied', 'capability.unavailable'])

function toneOf({ envelope: { event } }: EventLine): string | undefined {
  if (bad.has(event.type)) return 'failed'
  if (event.type === 'tool.finished' && (event.status === 'error' || event.status === 'denied'))
    return 'failed'
  if (event.type === 'run.completed') return 'done'
  return undefined
}

export const EventRow = memo(function EventRow({ line, sessionId, open, onOpen }: EventRowProps) {
  const { seq, time, event } = line.envelope
  return (
    <div className={styles.item} data-open={open}>
      <button
        type="button"
        className={styles.row}
        data-quiet={'partial' in event && event.partial === true}
        aria-expanded={open}
        onClick={() => onOpen(seq)}
      >
        <span className={styles.number}>{seq}</span>
        <time title={fullTime(time)}>{clock(time)}</time>
        <span className={styles.type} data-tone={toneOf(line)} title={event.type}>
          {event.type}
        </span>
        <span className={styles.summary}>{reveal(line.summary)}</span>
        <span className={styles.ms}>{line.ms !== null && span(line.ms)}</span>
      </button>
      {open && <Json line={line} sessionId={sessionId} />}
    </div>
  )
})

function Json({ line, sessionId }: { line: EventLine; sessionId: SessionId }) {
  const { stores } = useDesk()
  const { seq, event } = line.envelope
  const key = 'callId' in event && event.type.startsWith('tool.') ? `tool:${event.callId}` : null
  const json = () => JSON.stringify(line.envelope, null, 2)
  return (
    <div className={styles.json}>
      <div className={styles.tools}>
        <Button
          size="small"
          tone="ghost"
          icon={CornerUpLeft}
          onClick={() => stores.selection.setState({ reveal: { sessionId, seq, key } })}
        >
          {words.activity.jump}
        </Button>
        <CopyButton label={words.activity.copyJson} doneLabel={words.common.copied} text={json} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard */}
      <pre tabIndex={0}>{reveal(json())}</pre>
    </div>
  )
}

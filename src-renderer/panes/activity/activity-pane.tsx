import type { DurableEnvelope, SessionId } from '@contract'
import { Activity, SearchX } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { useDesk, useFrom } from '../../commands/index.ts'
import { type EventGroup, emptyLog, words } from '../../state/index.ts'
import { EmptyState, PillButton, SearchField, Skeleton, useStickToEnd } from '../../ui/index.ts'
import { FaultState } from '../fault-state.tsx'
import type { PaneProps } from '../pane.ts'
import styles from './activity.module.css'
import { EventRow } from './event-row.tsx'
import { type EventLine, filterLines, linesOf } from './lines.ts'

type Filter = 'all' | Exclude<EventGroup, 'run'>
const filters: Filter[] = ['all', 'tools', 'text', 'capabilities', 'outputs']

/** Every event of the session on screen, in the order of the log. */
export function ActivityPane({ visible }: PaneProps) {
  const { link } = useDesk()
  const sessionId = useFrom('selection', (state) => state.sessionId)
  const log = useFrom('activity', ({ logs }) => (sessionId ? logs[sessionId] : undefined))
  const isOpen = useFrom('transcript', ({ views }) =>
    sessionId ? views[sessionId]?.kind === 'ready' : false,
  )
  const wanted = visible && isOpen && !log?.complete && !log?.fault

  useEffect(() => {
    if (wanted && sessionId) void link.readLog(sessionId)
  }, [wanted, link, sessionId])

  if (!sessionId)
    return <EmptyState icon={Activity} title={words.activity.emptyTitle} text={words.activity.emptyText} />
  if (log?.fault && log.envelopes.length === 0)
    return (
      <FaultState
        title={words.activity.failed}
        fault={log.fault}
        onRetry={() => void link.readLog(sessionId)}
      />
    )
  // The list opens at its end, so it waits until the end is known.
  if (!log || (!log.complete && !log.fault)) return <Skeleton label={words.common.loading} />
  if (log.envelopes.length === 0)
    return <EmptyState icon={Activity} title={words.activity.emptyTitle} text={words.activity.emptyText} />
  return <Events key={sessionId} sessionId={sessionId} envelopes={log.envelopes} />
}

function Events({ sessionId, envelopes }: { sessionId: SessionId; envelopes: DurableEnvelope[] }) {
  const [filter, setFilter] = useState<Filter>('all')
  const [text, setText] = useState('')
  const [open, setOpen] = useState<number | null>(null)
  const { scroller, grown, hold } = useStickToEnd()
  const lines = useMemo(() => linesOf(envelopes), [envelopes])
  const shown = useMemo(() => filterLines(lines, filter, text), [lines, filter, text])
  return (
    <div className={styles.pane}>
      <div className={styles.filters} role="toolbar" aria-label={words.activity.title}>
        {filters.map((name) => (
          <PillButton key={name} pressed={filter === name} onClick={() => setFilter(name)}>
            {words.activity.filters[name]}
          </PillButton>
        ))}
        <SearchField label={words.activity.search} value={text} onChange={setText} />
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={SearchX} title={words.activity.noneTitle} text={words.activity.noneText} />
      ) : (
        <Virtuoso
          className={styles.list}
          role="log"
          aria-label={words.activity.list}
          aria-live="off"
          data={shown}
          computeItemKey={(_, line) => line.envelope.seq}
          initialTopMostItemIndex={{ index: shown.length - 1, align: 'end' }}
          defaultItemHeight={25}
          scrollerRef={(element) => scroller(element instanceof HTMLElement ? element : null)}
          totalListHeightChanged={grown}
          itemContent={(_, line: EventLine) => (
            <EventRow
              line={line}
              sessionId={sessionId}
              open={open === line.envelope.seq}
              onOpen={(seq) => {
                // What was just opened is what the reader looks at.
                hold()
                setOpen(open === seq ? null : seq)
              }}
            />
          )}
        />
      )}
    </div>
  )
}

export function ActivityAside(_: PaneProps) {
  const sessionId = useFrom('selection', (state) => state.sessionId)
  const many = useFrom(
    'activity',
    ({ logs }) => (sessionId ? (logs[sessionId] ?? emptyLog) : emptyLog).envelopes.length,
  )
  return many > 0 ? words.activity.events(many) : null
}

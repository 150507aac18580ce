import type { Output, RunView, TranscriptItem } from '@contract'
import { AppWindow, ChevronRight, Eye, FileBox, Info, TriangleAlert } from 'lucide-react'
import { useDesk, useFrom, verbs } from '../../commands/index.ts'
import { words } from '../../state/index.ts'
import { age, reveal, span, useNow } from '../../ui/index.ts'
import styles from './run.module.css'

type ItemOf<K extends TranscriptItem['kind']> = Extract<TranscriptItem, { kind: K }>

interface ThinkingProps {
  item: ItemOf<'text' | 'thinking'>
  run: RunView
  open: boolean
  onToggle: () => void
}

/** How long it thought: from the fact before it to the first thing after it. */
function thoughtFor(item: ThinkingProps['item'], run: RunView): number {
  const at = run.items.findIndex((other) => other.key === item.key)
  const next = run.items[at + 1]
  const before = run.items[at - 1]?.time ?? run.startedAt ?? run.queuedAt
  const begin = Math.min(item.time, before === item.time ? item.time : before)
  return Math.max(0, (next?.time ?? run.endedAt ?? run.lastTime) - begin)
}

export function ThinkingRow({ item, run, open, onToggle }: ThinkingProps) {
  const now = useNow(item.open)
  const title = item.open
    ? words.run.thinking(age(now - item.time))
    : words.run.thought(span(thoughtFor(item, run)))
  return (
    <div className={styles.thinking}>
      <button type="button" className={styles.fold} aria-expanded={open} onClick={onToggle}>
        <ChevronRight size={12} aria-hidden />
        {title}
      </button>
      {open && <p className={styles.thoughts}>{reveal(item.text)}</p>}
    </div>
  )
}

export function NoticeRow({ item }: { item: ItemOf<'notice'> }) {
  const Icon = item.tone === 'warning' ? TriangleAlert : Info
  return (
    <p className={styles.notice} data-tone={item.tone}>
      <Icon size={13} aria-hidden />
      {reveal(item.text)}
    </p>
  )
}

/** A result that is kept, and where it opens. */
export function OutputCard({ output }: { output: Output }) {
  const desk = useDesk()
  const owner = useFrom('apps', ({ byWorkspace }) => {
    const { workspaceId } = desk.stores.selection.getState()
    return workspaceId ? byWorkspace[workspaceId]?.find((app) => app.id === output.ownerApp)?.name : undefined
  })
  const Icon = owner ? AppWindow : Eye
  return (
    <button type="button" className={styles.output} onClick={() => void verbs.openOutput.run(desk, output)}>
      <FileBox size={15} aria-hidden />
      <span>
        <b>{reveal(output.title)}</b>
        <small>
          {[
            output.type,
            words.output.version(output.version),
            output.status === 'draft' && words.output.draft,
            owner ? words.output.opensIn(owner) : words.output.opensHere,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <Icon size={14} aria-hidden />
    </button>
  )
}

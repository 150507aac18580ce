import type { SessionSummary, WorkspaceSummary } from '@contract'
import { FolderOpen, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo } from 'react'
import { attempt, useDesk, useFrom, verbs } from '../../commands/index.ts'
import { select, words } from '../../state/index.ts'
import { Button, EmptyState, ErrorState, IconButton, Skeleton, sameDay } from '../../ui/index.ts'
import styles from './list.module.css'
import { SessionRow } from './session-row.tsx'
import { WorkspaceItem } from './workspace-item.tsx'

/** Left: what needs the operator, what runs, what was done today, and every workspace with its sessions. */
export function LeftList() {
  const desk = useDesk()
  const list = useFrom('workspaces', (state) => state.list)
  useEffect(() => {
    desk.ports = { ...desk.ports, focusList }
  }, [desk])
  const pick = () => attempt(desk, verbs.pickWorkspace, undefined)
  return (
    <nav
      className={styles.list}
      aria-label={words.list.label}
      data-region="list"
      tabIndex={-1}
      onKeyDown={walkKeys}
    >
      <div className={styles.scroll}>
        {list.kind === 'error' ? (
          <ErrorState
            title={words.list.failed}
            message={list.fault.message}
            hint={list.fault.hint}
            action={<Button onClick={() => void desk.link.load.workspaces()}>{words.common.tryAgain}</Button>}
          />
        ) : list.kind !== 'ready' ? (
          <Skeleton label={words.common.loading} lines={7} />
        ) : list.value.length === 0 ? (
          <EmptyState
            icon={FolderOpen}
            title={words.list.emptyTitle}
            text={words.list.emptyText}
            action={<Button onClick={pick}>{words.list.open}</Button>}
          />
        ) : (
          <Groups workspaces={list.value} />
        )}
      </div>
      <div className={styles.foot}>
        <Button
          tone="ghost"
          size="small"
          icon={Plus}
          disabled={verbs.newSession.canRun(desk.stores, undefined) !== true}
          onClick={() => attempt(desk, verbs.newSession, undefined)}
        >
          {words.list.newSession}
        </Button>
        <IconButton label={words.list.open} icon={FolderOpen} shortcut="Mod+O" onClick={pick} />
      </div>
    </nav>
  )
}

function Groups({ workspaces }: { workspaces: WorkspaceSummary[] }) {
  const byWorkspace = useFrom('sessions', (state) => state.byWorkspace)
  const { needs, running, today, earlier } = useMemo(() => {
    const all = Object.values(byWorkspace).flat()
    const now = Date.now()
    return select.sessionGroups(
      all.toSorted((one, other) => other.updatedAt - one.updatedAt),
      (time) => sameDay(time, now),
    )
  }, [byWorkspace])
  const names = useMemo(() => new Map(workspaces.map(({ id, name }) => [id, name])), [workspaces])
  return (
    <>
      <Group title={words.list.needs} sessions={needs} names={names} />
      <Group title={words.list.running} sessions={running} names={names} />
      <Group title={words.list.today} sessions={today} names={names} />
      <section aria-label={words.list.workspaces}>
        <h2 className={styles.group}>{words.list.workspaces}</h2>
        <ul>
          {workspaces.map((workspace) => (
            <li key={workspace.id}>
              <WorkspaceItem
                workspace={workspace}
                sessions={byWorkspace[workspace.id] ?? noSessions}
                earlier={earlier}
              />
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

interface GroupProps {
  title: string
  sessions: SessionSummary[]
  names: Map<WorkspaceSummary['id'], string>
}

function Group({ title, sessions, names }: GroupProps) {
  const current = useFrom('selection', (state) => state.workspaceId)
  if (sessions.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className={styles.group}>{title}</h2>
      <ul>
        {sessions.map((session) => (
          <li key={session.id}>
            <SessionRow
              session={session}
              place={session.workspaceId === current ? undefined : names.get(session.workspaceId)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const noSessions: SessionSummary[] = []

const rowsIn = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>('[data-row]')]

function walkKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const rows = rowsIn(event.currentTarget)
  const at = rows.indexOf(document.activeElement as HTMLElement)
  rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus()
  event.preventDefault()
}

function focusList(): void {
  // The list may only just have been shown again.
  requestAnimationFrame(() => {
    const rows = rowsIn(document.querySelector('[data-region="list"]') ?? document)
    const current = rows.find((row) => row.getAttribute('aria-current') === 'true')
    ;(current ?? rows[0])?.focus()
  })
}

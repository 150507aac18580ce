import type { SessionSummary, WorkspaceSummary } from '@contract'
import { ChevronRight, Ellipsis, FolderOpen, Plus, ShieldAlert, ShieldQuestion, X } from 'lucide-react'
import { useState } from 'react'
import { attempt, useDesk, useFrom, verbs } from '../../commands/index.ts'
import { select, words } from '../../state/index.ts'
import { Dot, IconButton, Menu, reveal, type Tone } from '../../ui/index.ts'
import styles from './list.module.css'
import { SessionRow } from './session-row.tsx'

const firstShown = 8

function toneOf(workspace: WorkspaceSummary, sessions: SessionSummary[]): Tone {
  if (sessions.some((session) => select.needsYou(session.state))) return 'needs'
  if (sessions.some((session) => select.isActive(session.state))) return 'running'
  return workspace.state === 'ok' ? 'idle' : 'failed'
}

interface WorkspaceItemProps {
  workspace: WorkspaceSummary
  /** All of its sessions, for its own mark and count. */
  sessions: SessionSummary[]
  /** Sessions of any workspace that stand in no group above; its own are listed under it. */
  earlier: SessionSummary[]
}

export function WorkspaceItem({ workspace, sessions, earlier }: WorkspaceItemProps) {
  const desk = useDesk()
  const isCurrent = useFrom('selection', (state) => state.workspaceId === workspace.id)
  const [all, setAll] = useState(false)
  const own = earlier.filter((session) => session.workspaceId === workspace.id)
  const shown = all ? own : own.slice(0, firstShown)
  return (
    <>
      <div className={styles.workspace} data-current={isCurrent}>
        <button
          type="button"
          data-row
          className={styles.row}
          aria-expanded={isCurrent}
          aria-label={[workspace.name, noteOf(workspace), trustNoteOf(workspace)].filter(Boolean).join(', ')}
          title={workspace.path}
          onClick={() => attempt(desk, verbs.openWorkspace, workspace.id)}
        >
          <Dot tone={toneOf(workspace, sessions)} />
          <span className={styles.name}>{reveal(workspace.name)}</span>
          {workspace.state !== 'ok' && <small className={styles.bad}>{noteOf(workspace)}</small>}
          <TrustMark workspace={workspace} sessions={sessions.length} />
        </button>
        <WorkspaceActions workspace={workspace} />
      </div>
      {isCurrent && (own.length > 0 || sessions.length === 0) && (
        <ul className={styles.sessions}>
          {shown.map((session) => (
            <li key={session.id}>
              <SessionRow session={session} inset />
            </li>
          ))}
          {sessions.length === 0 && <li className={styles.none}>{words.list.noSessions}</li>}
          {own.length > shown.length && (
            <li>
              <button type="button" className={styles.more} onClick={() => setAll(true)}>
                <ChevronRight size={12} aria-hidden />
                {words.common.more}
              </button>
            </li>
          )}
        </ul>
      )}
    </>
  )
}

/** Nothing of it is started, or something of it waits for a word; else how many sessions it has. */
function TrustMark({ workspace, sessions }: { workspace: WorkspaceSummary; sessions: number }) {
  const { trusted, review } = workspace
  if (!trusted) return <ShieldQuestion size={13} className={styles.untrusted} aria-hidden />
  if (review === 0) return <span className={styles.when}>{sessions || ''}</span>
  return (
    <span className={styles.review} title={words.trustScreen.trust.listReview(review)}>
      <ShieldAlert size={13} aria-hidden />
      {review}
    </span>
  )
}

function noteOf(workspace: WorkspaceSummary): string {
  if (workspace.state === 'missing') return words.list.missing
  if (workspace.state === 'errors') return words.list.errors(workspace.errors)
  return workspace.trusted ? '' : words.list.untrusted
}

const trustNoteOf = ({ trusted, review }: WorkspaceSummary) =>
  trusted && review > 0 ? words.trustScreen.trust.listReview(review) : ''

function WorkspaceActions({ workspace }: { workspace: WorkspaceSummary }) {
  const desk = useDesk()
  const { id } = workspace
  return (
    <Menu
      trigger={
        <IconButton
          label={words.list.menu(workspace.name)}
          icon={Ellipsis}
          size={14}
          className={styles.actions}
        />
      }
      entries={[
        {
          id: 'new',
          label: words.list.newSession,
          icon: Plus,
          run: () => attempt(desk, verbs.newSession, id),
        },
        {
          id: 'reveal',
          label: words.list.reveal,
          icon: FolderOpen,
          run: () => attempt(desk, verbs.revealWorkspace, { workspaceId: id }),
        },
        null,
        {
          id: 'forget',
          label: words.list.forget,
          icon: X,
          run: () => attempt(desk, verbs.forgetWorkspace, id),
        },
      ]}
    />
  )
}

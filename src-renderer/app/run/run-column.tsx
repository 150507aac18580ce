import { isTerminal } from '@contract'
import { MessagesSquare, MousePointerClick } from 'lucide-react'
import { useCurrentRun, useCurrentWorkspace, useDesk, useFrom } from '../../commands/index.ts'
import { runMarkOf, words } from '../../state/index.ts'
import { Button, EmptyState, ErrorState, Skeleton } from '../../ui/index.ts'
import { Composer } from './composer.tsx'
import styles from './run.module.css'
import { RunHeader } from './run-header.tsx'
import { Transcript } from './transcript.tsx'

/** Right: the session on screen, from its first instruction to the next one. */
export function RunColumn() {
  const workspace = useCurrentWorkspace()
  return (
    <aside className={styles.column} aria-label={words.run.label} data-region="run">
      <RunHeader />
      <div className={styles.middle}>
        {workspace ? (
          <Middle />
        ) : (
          <EmptyState icon={MousePointerClick} title={words.run.emptyTitle} text={words.run.emptyText} />
        )}
      </div>
      {workspace && <Composer key={workspace.id} workspaceId={workspace.id} />}
      <EndAnnouncer />
    </aside>
  )
}

function Middle() {
  const { link } = useDesk()
  const sessionId = useFrom('selection', (state) => state.sessionId)
  const view = useFrom('transcript', ({ views }) => (sessionId ? views[sessionId] : undefined))
  if (!sessionId)
    return <EmptyState icon={MessagesSquare} title={words.run.readyTitle} text={words.run.readyText} />
  if (view?.kind === 'error')
    return (
      <ErrorState
        title={words.run.failed}
        message={view.fault.message}
        hint={view.fault.hint}
        code={`${view.fault.owner} · ${view.fault.code}`}
        action={<Button onClick={() => void link.reopenSession(sessionId)}>{words.common.tryAgain}</Button>}
      />
    )
  if (view?.kind !== 'ready') return <Skeleton label={words.run.loading} />
  if (view.value.runs.length === 0)
    return <EmptyState icon={MessagesSquare} title={words.run.readyTitle} text={words.run.readyText} />
  return <Transcript key={sessionId} view={view.value} />
}

/** Says the end of a run to a screen reader; what streams by is not read out. */
function EndAnnouncer() {
  const run = useCurrentRun()
  return (
    <p className="visually-hidden" role="status">
      {run && isTerminal(run.state)
        ? words.run.announce(run.instruction.slice(0, 80), runMarkOf(run).word)
        : ''}
    </p>
  )
}

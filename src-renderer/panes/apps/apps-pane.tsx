import type { AppView, ServerView } from '@contract'
import { LayoutGrid } from 'lucide-react'
import { useDesk, useFrom } from '../../commands/index.ts'
import { capabilityMark, valueOf, words } from '../../state/index.ts'
import { Dot, EmptyState, reveal, Skeleton } from '../../ui/index.ts'
import { FaultState } from '../fault-state.tsx'
import type { PaneProps } from '../pane.ts'
import { AppCard } from './app-card.tsx'
import styles from './apps.module.css'

const noApps: AppView[] = []
const noServers: ServerView[] = []

/** What this workspace can reach beside its files: its apps and its servers, with their state. */
export function AppsPane({ workspaceId }: PaneProps) {
  const { link } = useDesk()
  const view = useFrom('workspaces', ({ views }) => views[workspaceId])
  const apps = useFrom('apps', ({ byWorkspace }) => byWorkspace[workspaceId]) ?? noApps
  if (view?.kind === 'error')
    return (
      <FaultState
        title={words.apps.failed}
        fault={view.fault}
        onRetry={() => void link.load.workspace(workspaceId)}
      />
    )
  if (view?.kind !== 'ready') return <Skeleton label={words.common.loading} />
  const servers = valueOf(view)?.servers ?? noServers
  if (apps.length + servers.length === 0)
    return <EmptyState icon={LayoutGrid} title={words.apps.emptyTitle} text={words.apps.emptyText} />
  return (
    <div className={styles.pane}>
      {apps.length > 0 && (
        <section aria-label={words.apps.apps}>
          <h3 className={styles.group}>{words.apps.apps}</h3>
          <ul>
            {apps.map((app) => (
              <li key={app.id}>
                <AppCard app={app} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {servers.length > 0 && (
        <section aria-label={words.apps.servers}>
          <h3 className={styles.group}>{words.apps.servers}</h3>
          <ul>
            {servers.map((server) => (
              <li key={server.id}>
                <ServerRow server={server} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function ServerRow({ server }: { server: ServerView }) {
  const mark = capabilityMark(server.state)
  const facts = [
    words.apps[server.kind],
    words.apps.mode[server.mode],
    server.tools !== null && words.apps.tools(server.tools),
    !server.enabled && words.apps.disabled,
  ]
  return (
    <div className={styles.row}>
      <Dot tone={mark.tone} />
      <div className={styles.main}>
        <p className={styles.head}>
          <b>{reveal(server.id)}</b>
          <span data-tone={mark.tone}>{mark.word}</span>
          <small>{facts.filter(Boolean).join(' · ')}</small>
        </p>
        {server.detail && <p className={styles.detail}>{reveal(server.detail)}</p>}
        <code className={styles.command} title={server.target}>
          {reveal(server.target)}
        </code>
      </div>
    </div>
  )
}

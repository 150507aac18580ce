import { ShieldAlert } from 'lucide-react'
import { useCurrentRun, useFrom, useSelect } from '../../commands/index.ts'
import { capabilityMark, type Mark, select, valueOf, words } from '../../state/index.ts'
import { Dot, reveal, shortHash } from '../../ui/index.ts'
import styles from './frame.module.css'

const urgency: Mark['tone'][] = ['failed', 'needs', 'risk', 'running', 'done', 'off']

/** Facts of the workspace and the run on screen. What is not known is not here. */
export function StatusBar() {
  const info = useFrom('product', (state) => valueOf(state.info))
  const view = useSelect(select.currentView)
  return (
    <footer className={styles.status}>
      <Servers />
      <Apps />
      <RunFacts configChecksum={view?.configChecksum ?? null} />
      <span className={styles.space} />
      {info && !info.sandboxed && (
        <span className={styles.risk} title={words.title.noSandboxNote}>
          <ShieldAlert size={12} aria-hidden />
          {words.title.noSandbox}
        </span>
      )}
      {info && <span className={styles.mono}>{info.version}</span>}
    </footer>
  )
}

function Servers() {
  const servers = useSelect(select.currentView)?.servers ?? []
  if (servers.length === 0) return null
  const marks = servers.map((server) => ({ server, mark: capabilityMark(server.state) }))
  const worst = urgency.find((tone) => marks.some(({ mark }) => mark.tone === tone)) ?? 'off'
  const troubled = marks.filter(({ mark }) => ['failed', 'needs', 'risk'].includes(mark.tone)).slice(0, 2)
  return (
    <>
      <span>
        <Dot tone={troubled.length > 0 ? 'idle' : worst} />
        {words.status.servers(servers.length)}
      </span>
      {troubled.map(({ server, mark }) => (
        <span key={server.id} title={server.detail}>
          <Dot tone={mark.tone} />
          {reveal(server.id)} {mark.word.toLowerCase()}
        </span>
      ))}
    </>
  )
}

function Apps() {
  const id = useFrom('selection', (state) => state.workspaceId)
  const apps = useFrom('apps', ({ byWorkspace }) => (id ? byWorkspace[id] : undefined)) ?? []
  return apps.slice(0, 3).map((app) => {
    const mark = capabilityMark(app.state)
    return (
      <span key={app.id} title={app.detail}>
        <Dot tone={mark.tone} />
        {reveal(app.id)}
        {app.state !== 'ready' && ` ${mark.word.toLowerCase()}`}
      </span>
    )
  })
}

function RunFacts({ configChecksum }: { configChecksum: string | null }) {
  const run = useCurrentRun()
  const usage = run?.usage
  return (
    <>
      {run?.packageHash ? (
        <span className={styles.mono} title={words.run.packageTitle(run.packageHash)}>
          {words.run.package(shortHash(run.packageHash)).toLowerCase()}
        </span>
      ) : (
        configChecksum && (
          <span className={styles.mono} title={configChecksum}>
            {words.status.checksum(shortHash(configChecksum))}
          </span>
        )
      )}
      {usage && (
        <span className={styles.numbers}>
          {words.status.tokens(usage.input, usage.output)}
          {usage.cost !== null && ` · ${words.status.cost(usage.cost)}`}
        </span>
      )}
    </>
  )
}

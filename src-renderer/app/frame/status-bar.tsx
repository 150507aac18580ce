import type { ServerView } from '@contract'
import { ShieldAlert } from 'lucide-react'
import { attempt, useCurrentRun, useDesk, useFrom, useSelect, verbs } from '../../commands/index.ts'
import { capabilityMark, type Mark, select, valueOf, words } from '../../state/index.ts'
import { Dot, reveal, shortHash } from '../../ui/index.ts'
import styles from './frame.module.css'

const trouble: ReadonlySet<Mark['tone']> = new Set(['failed', 'needs', 'risk'])
const noServers: ServerView[] = []

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

/** What is in trouble has its name; the rest is counted by its state. */
function Servers() {
  const servers = useSelect(select.currentView)?.servers ?? noServers
  const marks = servers.map((server) => ({ server, mark: capabilityMark(server.state) }))
  const troubled = marks.filter(({ mark }) => trouble.has(mark.tone))
  const named = troubled.slice(0, 2)
  const counted = marks.filter((one) => !named.includes(one))
  const states = [...new Map(counted.map(({ mark }) => [mark.word, mark])).values()]
  return (
    <>
      {named.map(({ server, mark }) => (
        <span key={server.id} title={server.detail} data-tone={mark.tone}>
          <Dot tone={mark.tone} />
          {reveal(server.id)} {mark.word.toLowerCase()}
        </span>
      ))}
      {states.map((mark) => {
        const same = counted.filter((one) => one.mark.word === mark.word)
        return (
          <span key={mark.word} title={same.map(({ server }) => server.id).join(', ')} data-tone={mark.tone}>
            <Dot tone={mark.tone} />
            {words.status.servers(same.length, mark.word)}
          </span>
        )
      })}
    </>
  )
}

function Apps() {
  const id = useFrom('selection', (state) => state.workspaceId)
  const apps = useFrom('apps', ({ byWorkspace }) => (id ? byWorkspace[id] : undefined)) ?? []
  return apps.slice(0, 3).map((app) => {
    const mark = capabilityMark(app.state)
    return (
      <span key={app.id} title={app.detail} data-tone={mark.tone}>
        <Dot tone={mark.tone} />
        {reveal(app.id)} {mark.word.toLowerCase()}
      </span>
    )
  })
}

function RunFacts({ configChecksum }: { configChecksum: string | null }) {
  const desk = useDesk()
  const run = useCurrentRun()
  const usage = run?.usage
  return (
    <>
      {run?.packageHash ? (
        <button
          type="button"
          className={styles.hash}
          title={words.run.packageTitle(run.packageHash)}
          onClick={() => attempt(desk, verbs.inspectRun, run.id)}
        >
          {words.run.package(shortHash(run.packageHash)).toLowerCase()}
        </button>
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

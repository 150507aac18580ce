import { isTerminal, type RunView } from '@contract'
import { Plus } from 'lucide-react'
import { attempt, useCurrentRun, useDesk, useFrom, useSelect, verbs } from '../../commands/index.ts'
import { runMarkOf, select, words } from '../../state/index.ts'
import { age, IconButton, Pill, PillButton, reveal, shortHash, span, useNow } from '../../ui/index.ts'
import styles from './run.module.css'

export function RunHeader() {
  const desk = useDesk()
  const run = useCurrentRun()
  const { workspaceId, sessionId } = useFrom('selection', (state) => state)
  const session = useFrom('sessions', ({ byWorkspace }) =>
    workspaceId && sessionId ? byWorkspace[workspaceId]?.find((one) => one.id === sessionId) : undefined,
  )
  if (!workspaceId) return <header className={styles.header} data-empty />
  const title = session?.title || run?.instruction.slice(0, 80) || words.run.newSession
  return (
    <header className={styles.header}>
      <div className={styles.titleLine}>
        <h2 title={title}>{reveal(title)}</h2>
        {sessionId && (
          <IconButton
            label={words.list.newSession}
            icon={Plus}
            shortcut={verbs.newSession.shortcut}
            onClick={() => attempt(desk, verbs.newSession, undefined)}
          />
        )}
      </div>
      {run && <Facts run={run} />}
    </header>
  )
}

function Facts({ run }: { run: RunView }) {
  const desk = useDesk()
  const active = !isTerminal(run.state)
  const now = useNow(active)
  const label = useSelect((stores) => select.harnessOf(stores, run.harness)?.label ?? null)
  const mark = runMarkOf(run)
  const since = run.startedAt ?? run.queuedAt
  const { usage } = run
  const model = run.model.startsWith('none') ? null : run.model
  return (
    <div className={styles.facts}>
      <Pill tone={mark.tone} dot>
        {mark.word} {run.endedAt === null ? age(now - since) : span(run.endedAt - since)}
      </Pill>
      {label ? <Pill>{label}</Pill> : <Pill>{run.harness}</Pill>}
      {model && <Pill title={model}>{model}</Pill>}
      {run.packageHash && (
        <PillButton
          mono
          title={words.run.packageTitle(run.packageHash)}
          aria-label={words.run.inspect(shortHash(run.packageHash))}
          onClick={() => attempt(desk, verbs.inspectRun, run.id)}
        >
          {shortHash(run.packageHash)}
        </PillButton>
      )}
      {usage?.contextSize && (
        <Pill>{words.run.context(Math.round((100 * usage.contextUsed) / usage.contextSize))}</Pill>
      )}
    </div>
  )
}

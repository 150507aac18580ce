import type { Output, SessionSummary } from '@contract'
import { AppWindow, Eye, FileBox } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useDesk, useFrom, verbs } from '../../commands/index.ts'
import { valueOf, words } from '../../state/index.ts'
import { EmptyState, fullTime, Pill, reveal, SearchField, Skeleton, shortTime } from '../../ui/index.ts'
import { FaultState } from '../fault-state.tsx'
import type { PaneProps } from '../pane.ts'
import styles from './outputs.module.css'
import { Preview } from './preview.tsx'

const noSessions: SessionSummary[] = []

/** Results that are kept. Each reopens where it belongs. */
export function OutputsPane({ workspaceId }: PaneProps) {
  const { link } = useDesk()
  const outputs = useFrom('outputs', ({ byWorkspace }) => byWorkspace[workspaceId])
  const preview = useFrom('outputs', (state) =>
    state.preview?.workspaceId === workspaceId ? state.preview : null,
  )
  if (preview) return <Preview output={preview.output} opening={preview.opening} />
  if (outputs?.kind === 'error')
    return (
      <FaultState
        title={words.outputs.failed}
        fault={outputs.fault}
        onRetry={() => void link.load.outputs(workspaceId)}
      />
    )
  if (outputs?.kind !== 'ready') return <Skeleton label={words.common.loading} />
  if (outputs.value.length === 0)
    return <EmptyState icon={FileBox} title={words.outputs.emptyTitle} text={words.outputs.emptyText} />
  return <OutputList workspaceId={workspaceId} outputs={outputs.value} />
}

function OutputList({ workspaceId, outputs }: Pick<PaneProps, 'workspaceId'> & { outputs: Output[] }) {
  const [text, setText] = useState('')
  const sessions = useFrom('sessions', ({ byWorkspace }) => byWorkspace[workspaceId]) ?? noSessions
  const titles = useMemo(() => new Map(sessions.map((session) => [session.id, session.title])), [sessions])
  const shown = useMemo(() => {
    const wanted = text.trim().toLowerCase()
    const sorted = outputs.toSorted((one, other) => other.updatedAt - one.updatedAt)
    return sorted.filter((one) =>
      `${one.title} ${one.type} ${one.ownerApp ?? ''}`.toLowerCase().includes(wanted),
    )
  }, [outputs, text])
  return (
    <div className={styles.pane}>
      {outputs.length > 4 && (
        <div className={styles.filter}>
          <SearchField label={words.outputs.filter} value={text} onChange={setText} />
        </div>
      )}
      {shown.length === 0 ? (
        <EmptyState icon={FileBox} title={words.outputs.none} />
      ) : (
        <ul className={styles.list} aria-label={words.outputs.list}>
          {shown.map((output) => (
            <li key={output.id}>
              <OutputRow output={output} from={titles.get(output.sessionId)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function OutputRow({ output, from }: { output: Output; from: string | undefined }) {
  const desk = useDesk()
  const owner = useFrom('apps', ({ byWorkspace }) => {
    const { workspaceId } = desk.stores.selection.getState()
    return workspaceId ? byWorkspace[workspaceId]?.find((app) => app.id === output.ownerApp)?.name : undefined
  })
  const Icon = owner ? AppWindow : Eye
  return (
    <button
      type="button"
      className={styles.row}
      data-testid={`output-${output.id}`}
      onClick={() => void verbs.openOutput.run(desk, output)}
    >
      <FileBox size={15} aria-hidden />
      <span className={styles.main}>
        <b>{reveal(output.title)}</b>
        <small>
          {[output.type, words.output.version(output.version), from && words.outputs.byRun(from)]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      {output.status === 'draft' && <Pill>{words.output.draft}</Pill>}
      <span className={styles.open}>
        <Icon size={13} aria-hidden />
        {owner ? words.output.opensIn(owner) : words.output.opensHere}
      </span>
      <time title={fullTime(output.updatedAt)}>{shortTime(output.updatedAt, Date.now())}</time>
    </button>
  )
}

export function OutputsBadge({ workspaceId }: PaneProps) {
  const many = useFrom('outputs', ({ byWorkspace }) => valueOf(byWorkspace[workspaceId])?.length ?? 0)
  return many > 0 ? <> · {many}</> : null
}

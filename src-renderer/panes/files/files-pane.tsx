import type { WorkspaceView } from '@contract'
import { useEffect, useMemo } from 'react'
import { useCurrentRun, useDesk, useFrom } from '../../commands/index.ts'
import { valueOf, words } from '../../state/index.ts'
import { FaultState } from '../fault-state.tsx'
import type { PaneProps } from '../pane.ts'
import styles from './files.module.css'
import { Findings } from './findings.tsx'
import { Tree } from './tree.tsx'
import { useDiagnostics } from './use-diagnostics.ts'
import { Viewer } from './viewer.tsx'

function firstFile(view: WorkspaceView | null): string | null {
  if (view?.summary.state === 'missing') return null
  const broken = view?.diagnostics.find((finding) => finding.severity === 'error')
  return broken?.at.file ?? (view?.hasInstructions ? 'AGENTS.md' : null)
}

/** Tree on the left, the file on the right, and what is wrong with the authored files above both. */
export function FilesPane({ workspaceId }: PaneProps) {
  const { link, stores } = useDesk()
  const view = useFrom('workspaces', ({ views }) => views[workspaceId])
  const diagnostics = useDiagnostics(workspaceId)
  const serious = useMemo(() => diagnostics.filter((finding) => finding.severity !== 'info'), [diagnostics])

  useEffect(() => {
    const { folders, open, contents } = stores.files.getState()
    if (!folders[`${workspaceId}:`]) void link.load.folder(workspaceId, '')
    const path = open[workspaceId]
    if (path !== undefined && !contents[`${workspaceId}:${path}`]) void link.load.file(workspaceId, path)
  }, [link, stores, workspaceId])

  // Until the operator chooses: what needs mending, else what the agent is told.
  const first = firstFile(valueOf(view))
  useEffect(() => {
    if (first === null || stores.files.getState().open[workspaceId] !== undefined) return
    stores.files.setState(({ open }) => ({ open: { ...open, [workspaceId]: first } }))
    void link.load.file(workspaceId, first)
  }, [first, link, stores, workspaceId])

  if (view?.kind === 'error')
    return (
      <FaultState
        title={words.apps.failed}
        fault={view.fault}
        onRetry={() => void link.load.workspace(workspaceId)}
      />
    )
  return (
    <div className={styles.pane}>
      {serious.length > 0 && <Findings findings={serious} />}
      <div className={styles.two}>
        <Tree workspaceId={workspaceId} />
        <Viewer workspaceId={workspaceId} />
      </div>
    </div>
  )
}

export function FilesAside(_: PaneProps) {
  const run = useCurrentRun()
  const changed = run?.changedFiles ?? []
  if (changed.length === 0) return null
  const names = changed.map(({ path, change }) => `${path} (${words.files.changes[change]})`)
  return (
    <span data-wide title={names.join('\n')}>
      {words.files.changed(changed.length)}
    </span>
  )
}

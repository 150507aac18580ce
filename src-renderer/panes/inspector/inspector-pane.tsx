import { isTerminal, type RunView } from '@contract'
import { Hourglass, PackageX, ScanSearch } from 'lucide-react'
import { useEffect, useState } from 'react'
import { attempt, useDesk, useFrom, useSelect, verbs } from '../../commands/index.ts'
import { type RunPackage, select, words } from '../../state/index.ts'
import { Button, EmptyState, reveal, Segments, Skeleton } from '../../ui/index.ts'
import { FaultState } from '../fault-state.tsx'
import type { PaneProps } from '../pane.ts'
import { CompareView } from './compare-view.tsx'
import { FilesView } from './files-view.tsx'
import { Header } from './header.tsx'
import styles from './inspector.module.css'
import { ModelView } from './model-view.tsx'
import { PromptView } from './prompt-view.tsx'
import { ToolsView } from './tools-view.tsx'

const say = words.inspector
const views = ['prompt', 'tools', 'files', 'model', 'compare'] as const
type View = (typeof views)[number]

/** What one run was given, as it was frozen: everything here is from its package, its log or the workspace view. */
export function InspectorPane({ workspaceId, visible }: PaneProps) {
  const { link } = useDesk()
  const run = useSelect(select.inspectedRun)
  const runId = run?.id
  const loaded = useFrom('packages', ({ byRun }) => (runId ? byRun[runId] : undefined))
  // Before it is frozen there is nothing to ask for; a run that ended early is asked for once.
  const isThere = run !== null && (run.packageHash !== null || isTerminal(run.state))
  const [view, setView] = useState<View>('prompt')

  useEffect(() => {
    if (visible && isThere && runId && !loaded) void link.load.package(runId)
  }, [visible, isThere, runId, loaded, link])

  if (!run) return <EmptyState icon={ScanSearch} title={say.emptyTitle} text={say.emptyText} />
  const shown = loaded?.kind === 'ready' ? loaded.value : null
  return (
    <div className={styles.pane}>
      <Header run={run} given={shown} />
      {shown ? (
        <Views key={run.id} view={view} onView={setView} {...{ run, given: shown, workspaceId }} />
      ) : loaded?.kind === 'error' && loaded.fault.code === 'package_missing' ? (
        <Missing run={run} message={loaded.fault.message} />
      ) : loaded?.kind === 'error' ? (
        <FaultState title={say.failed} fault={loaded.fault} onRetry={() => void link.load.package(run.id)} />
      ) : isThere ? (
        <Skeleton label={words.common.loading} />
      ) : (
        <EmptyState
          icon={Hourglass}
          title={say.compilingTitle}
          text={run.stage ? say.compiling(words.run.stages[run.stage]) : say.queued}
        />
      )}
    </div>
  )
}

interface ViewsProps {
  run: RunView
  given: RunPackage
  workspaceId: PaneProps['workspaceId']
  view: View
  onView: (view: View) => void
}

function Views({ run, given, workspaceId, view, onView }: ViewsProps) {
  const { sections, tools, files } = given.package
  const counts: Partial<Record<View, number>> = {
    prompt: sections.length,
    tools: tools.length,
    files: files.length,
  }
  return (
    <Segments
      label={say.viewsLabel}
      value={view}
      onChange={onView}
      items={views.map((value) => ({ value, label: say.views[value], count: counts[value] ?? null }))}
    >
      {view === 'prompt' && <PromptView run={given.package} workspaceId={workspaceId} />}
      {view === 'tools' && <ToolsView run={given.package} />}
      {view === 'files' && <FilesView run={given.package} workspaceId={workspaceId} />}
      {view === 'model' && <ModelView given={given} />}
      {view === 'compare' && <CompareView run={run} given={given} workspaceId={workspaceId} />}
    </Segments>
  )
}

/** A run without a package: where it ended, on whose side, and what was said there. */
function Missing({ run, message }: { run: RunView; message: string }) {
  const desk = useDesk()
  const { fault, stage } = run
  const at = fault?.stage
    ? say.missingAt(say.stageNames[fault.stage], say.owners[fault.owner])
    : stage
      ? say.missingAfter(say.stageNames[stage])
      : say.missingFirst
  return (
    <EmptyState
      icon={PackageX}
      title={say.missingTitle}
      text={
        <>
          {at}
          <span className={styles.cause}>{reveal(fault?.message ?? message)}</span>
          {fault && (
            <code className={styles.code}>
              {[fault.owner, fault.code, fault.stage].filter(Boolean).join(' · ')}
            </code>
          )}
        </>
      }
      action={<Button onClick={() => attempt(desk, verbs.focusPane, 'activity')}>{say.showActivity}</Button>}
    />
  )
}

import { type Fault, isTerminal, type RunView } from '@contract'
import { Hourglass, PackageX, ScanSearch } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { attempt, useDesk, useFrom, useSelect, verbs } from '../../commands/index.ts'
import { type RunPackage, select, words } from '../../state/index.ts'
import { Button, EmptyState, reveal, Segments, Skeleton } from '../../ui/index.ts'
import { FaultState } from '../fault-state.tsx'
import type { PaneProps } from '../pane.ts'
import { CompareView } from './compare-view.tsx'
import { degradedOf } from './degraded.ts'
import { DegradedNote } from './degraded-note.tsx'
import { FilesView } from './files-view.tsx'
import { GivenPart } from './given-view.tsx'
import { Header } from './header.tsx'
import styles from './inspector.module.css'
import { ModelView } from './model-view.tsx'
import { PromptView } from './prompt-view.tsx'
import { ToolsView } from './tools-view.tsx'

const say = words.inspector
const views = ['prompt', 'tools', 'files', 'model', 'given', 'compare'] as const
type View = (typeof views)[number]

interface ViewPlace {
  view: View
  /** The attempts are brought into view; a new object asks again. */
  attempts?: object
}

/** What one run was given, as it was frozen: everything here is from its package, its log or the workspace view. */
export function InspectorPane({ workspaceId, visible }: PaneProps) {
  const { link } = useDesk()
  const run = useSelect(select.inspectedRun)
  const runId = run?.id
  const loaded = useFrom('packages', ({ byRun }) => (runId ? byRun[runId] : undefined))
  // Before it is frozen there is nothing to ask for; a run that ended early is asked for once.
  const isThere = run !== null && (run.packageHash !== null || isTerminal(run.state))
  const [place, setPlace] = useState<ViewPlace>({ view: 'prompt' })
  /** The run of which only what is missing is looked at. */
  const [missingOf, setMissingOf] = useState<string | null>(null)

  useEffect(() => {
    if (visible && isThere && runId && !loaded) void link.load.package(runId)
  }, [visible, isThere, runId, loaded, link])

  if (!run) return <EmptyState icon={ScanSearch} title={say.emptyTitle} text={say.emptyText} />
  const shown = loaded?.kind === 'ready' ? loaded.value : null
  const showMissing = () => {
    setMissingOf(run.id)
    setPlace({ view: 'tools' })
  }
  return (
    <div className={styles.pane}>
      <Header run={run} given={shown} onAttempts={() => setPlace({ view: 'model', attempts: {} })}>
        {shown && <Degradation given={shown} onShow={showMissing} />}
      </Header>
      {shown ? (
        <Views
          key={run.id}
          {...{ run, given: shown, workspaceId, visible, place }}
          onView={(view) => setPlace({ view })}
          onlyMissing={missingOf === run.id}
          onOnlyMissing={(only) => setMissingOf(only ? run.id : null)}
        />
      ) : (
        <NotShown run={run} fault={loaded?.kind === 'error' ? loaded.fault : null} isThere={isThere} />
      )}
    </div>
  )
}

/** Why there is no package on screen. */
function NotShown({ run, fault, isThere }: { run: RunView; fault: Fault | null; isThere: boolean }) {
  const { link } = useDesk()
  if (fault?.code === 'package_missing') return <Missing run={run} message={fault.message} />
  if (fault)
    return <FaultState title={say.failed} fault={fault} onRetry={() => void link.load.package(run.id)} />
  if (isThere) return <Skeleton label={words.common.loading} />
  return (
    <EmptyState
      icon={Hourglass}
      title={say.compilingTitle}
      text={run.stage ? say.compiling(words.run.stages[run.stage]) : say.queued}
    />
  )
}

function Degradation({ given, onShow }: { given: RunPackage; onShow: () => void }) {
  const degraded = useMemo(() => degradedOf(given.package), [given])
  return degraded && <DegradedNote degraded={degraded} onShow={onShow} />
}

interface ViewsProps {
  run: RunView
  given: RunPackage
  workspaceId: PaneProps['workspaceId']
  visible: boolean
  place: ViewPlace
  onView: (view: View) => void
  onlyMissing: boolean
  onOnlyMissing: (only: boolean) => void
}

function Views(props: ViewsProps) {
  const { run, given, workspaceId, visible, place, onView, onlyMissing, onOnlyMissing } = props
  const { view, attempts } = place
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
      {view === 'tools' && <ToolsView run={given.package} {...{ onlyMissing, onOnlyMissing }} />}
      {view === 'files' && <FilesView run={given.package} workspaceId={workspaceId} />}
      {view === 'model' && <ModelView given={given} attemptsAsked={attempts} />}
      {view === 'given' && <GivenPart run={run} visible={visible} />}
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

import { comparePackages, type PackageDiff, type RunId, type RunView, type WorkspaceId } from '@contract'
import { GitCompareArrows } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useDesk, useFrom } from '../../commands/index.ts'
import { type RunPackage, words } from '../../state/index.ts'
import { EmptyState, Pick, Skeleton } from '../../ui/index.ts'
import { FaultState } from '../fault-state.tsx'
import compare from './compare.module.css'
import { DiffLists } from './diff-lists.tsx'
import styles from './inspector.module.css'
import { useCandidates } from './use-candidates.ts'

const say = words.inspector.compare

interface CompareProps {
  run: RunView
  given: RunPackage
  workspaceId: WorkspaceId
}

/** This run beside another one: which file caused it, then what came of it. */
export function CompareView({ run, given, workspaceId }: CompareProps) {
  const candidates = useCandidates(run, workspaceId)
  const [chosen, setChosen] = useState<RunId | null>(null)
  const other = candidates.find(({ runId }) => runId === chosen) ?? candidates[0]
  if (!other) return <EmptyState icon={GitCompareArrows} title={say.noneTitle} text={say.noneText} />
  return (
    <>
      <p className={styles.summary}>
        <span>{other.isLater ? say.fromThis : say.from}</span>
        <Pick
          label={say.with}
          value={other.runId}
          options={candidates.map(({ runId, label, note }) => ({ value: runId, label, note }))}
          onPick={(id) => setChosen(candidates.find(({ runId }) => runId === id)?.runId ?? null)}
        />
        {!other.isLater && <span>{say.toThis}</span>}
      </p>
      <Against key={other.runId} runId={other.runId} isLater={other.isLater} given={given} />
    </>
  )
}

function Against({ runId, isLater, given }: { runId: RunId; isLater: boolean; given: RunPackage }) {
  const { link } = useDesk()
  const loaded = useFrom('packages', ({ byRun }) => byRun[runId])
  useEffect(() => {
    if (!loaded) void link.load.package(runId)
  }, [loaded, link, runId])
  const other = loaded?.kind === 'ready' ? loaded.value.package : null
  const diff = useMemo(() => {
    if (!other) return null
    return isLater ? comparePackages(given.package, other) : comparePackages(other, given.package)
  }, [other, isLater, given])
  if (loaded?.kind === 'error')
    return loaded.fault.code === 'package_missing' ? (
      <EmptyState icon={GitCompareArrows} title={say.missing} text={loaded.fault.message} />
    ) : (
      <FaultState
        title={words.inspector.failed}
        fault={loaded.fault}
        onRetry={() => void link.load.package(runId)}
      />
    )
  if (!diff) return <Skeleton lines={4} label={words.common.loading} />
  return (
    <>
      <p className={compare.headline} data-tone={diff.same ? 'same' : 'changed'}>
        {headlineOf(diff)}
      </p>
      <DiffLists diff={diff} />
    </>
  )
}

/** Files first: an author reads here what to look at. */
function headlineOf({ same, files }: PackageDiff): string {
  if (same) return say.same
  const paths = [
    ...files.changed.map(({ after }) => after.path),
    ...files.added.map(({ path }) => path),
    ...files.removed.map(({ path }) => path),
  ]
  if (paths.length === 0) return say.noFile
  return paths.length > 3 ? say.many(paths.slice(0, 3), paths.length - 3) : say.headline(paths)
}

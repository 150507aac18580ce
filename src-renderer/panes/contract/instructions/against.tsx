import type { CompiledRun, RunView } from '@contract'
import { GitCompareArrows } from 'lucide-react'
import { useEffect } from 'react'
import { useDesk, useFrom, useSelect } from '../../../commands/index.ts'
import { runMark, select, words } from '../../../state/index.ts'
import { EmptyState, Skeleton, shortTime, TextDiff } from '../../../ui/index.ts'
import { FaultState } from '../../fault-state.tsx'
import styles from './instructions.module.css'

const say = words.contract.instructions

/** The text against what a run was given: the run that is inspected, else the newest of the session. */
export function Against({ path, text }: { path: string; text: string }) {
  const run = useSelect(select.inspectedRun)
  if (!run) return <EmptyState icon={GitCompareArrows} title={say.noRun} />
  return <AgainstRun key={run.id} run={run} path={path} text={text} />
}

function AgainstRun({ run, path, text }: { run: RunView; path: string; text: string }) {
  const { link } = useDesk()
  const newest = useSelect(select.currentRun)
  const loaded = useFrom('packages', ({ byRun }) => byRun[run.id])
  useEffect(() => {
    if (!loaded) void link.load.package(run.id)
  }, [loaded, link, run.id])
  if (loaded?.kind === 'error')
    return (
      <FaultState
        title={say.packageFailed}
        fault={loaded.fault}
        onRetry={() => void link.load.package(run.id)}
      />
    )
  if (loaded?.kind !== 'ready') return <Skeleton lines={4} label={words.common.loading} />
  const given = givenText(loaded.value.package, path)
  const name = words.inspector.runOf(shortTime(run.queuedAt, Date.now()), runMark(run.state).word)
  const now = text.trimEnd()
  return (
    <div className={styles.against}>
      <p className={styles.which}>
        {run.id === newest?.id ? say.compareNewest(name) : say.compareWith(name)}
      </p>
      {given === null && <p className={styles.which}>{say.noSection(path)}</p>}
      {given === now ? (
        <p className={styles.which}>{say.sameAsRun}</p>
      ) : (
        <TextDiff label={say.diff} before={given ?? ''} after={now} skipped={words.contract.bar.same} />
      )}
    </div>
  )
}

function givenText({ sections }: CompiledRun, path: string): string | null {
  const section = sections.find(
    ({ id, origin }) =>
      (origin.kind === 'file' && origin.file === path) || (path === 'AGENTS.md' && id === 'instructions'),
  )
  return section ? section.text.trimEnd() : null
}

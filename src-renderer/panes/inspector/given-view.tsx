import { type GivenView, isTerminal, type RunView } from '@contract'
import { CircleCheck, ListFilter } from 'lucide-react'
import { useEffect } from 'react'
import { useDesk, useFrom } from '../../commands/index.ts'
import { words } from '../../state/index.ts'
import { Button, clock, Skeleton } from '../../ui/index.ts'
import { FaultState } from '../fault-state.tsx'
import given from './given.module.css'
import { GivenGroups } from './given-groups.tsx'
import styles from './inspector.module.css'

const say = words.inspector.given

/** What the model had to work with and what it had not: for a wrong answer rather than an error. */
export function GivenPart({ run, visible }: { run: RunView; visible: boolean }) {
  const { link } = useDesk()
  const loaded = useFrom('packages', ({ given }) => given[run.id])
  const isOver = isTerminal(run.state)
  // What was read of a run that went on is read once more when it has ended.
  const wanted = visible && (!loaded || (loaded.kind === 'ready' && isOver && !loaded.value.whole))
  const ask = () => void link.load.given(run.id, isOver)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer to a question from before the end asks again
  useEffect(() => {
    if (wanted) void link.load.given(run.id, isOver)
  }, [wanted, link, run.id, isOver, loaded])

  if (loaded?.kind === 'error') return <FaultState title={say.failed} fault={loaded.fault} onRetry={ask} />
  if (loaded?.kind !== 'ready') return <Skeleton label={words.common.loading} />
  const { view, whole, at } = loaded.value
  return (
    <>
      <Lead view={view} isOver={whole} />
      {!whole && !isOver && (
        <p className={styles.summary}>
          {say.soFar(clock(at))}
          <Button size="small" tone="ghost" className={styles.end} onClick={ask}>
            {say.again}
          </Button>
        </p>
      )}
      <GivenGroups run={run} view={view} />
    </>
  )
}

/** All of it in one sentence. */
function Lead({ view, isOver }: { view: GivenView; isOver: boolean }) {
  const counts = {
    dropped: view.continuity.filter(({ dropped }) => dropped > 0).length,
    cut: view.cutResults.length,
    refused: view.refused.length,
    loose: view.unassociated.length,
    truncated: view.sections.filter(({ truncated }) => truncated).length,
  }
  const parts = (Object.keys(counts) as (keyof typeof counts)[])
    .filter((name) => counts[name] > 0)
    .map((name) => say.parts[name](counts[name]))
  const Icon = parts.length === 0 ? CircleCheck : ListFilter
  return (
    <p className={given.lead}>
      <Icon size={14} className={given.sign} data-whole={parts.length === 0} aria-hidden />
      {parts.length > 0 ? say.partly(parts) : isOver ? say.whole : say.wholeSoFar}
    </p>
  )
}

import { type SessionKind, sessionKinds } from '@contract'
import { ListChecks, Play } from 'lucide-react'
import {
  choosePreflight,
  preflightWish,
  useCommand,
  useDesk,
  useFrom,
  useSelect,
  verbs,
} from '../../../commands/index.ts'
import { type PreflightWish, valueOf, words } from '../../../state/index.ts'
import { age, Button, EmptyState, Pick, useNow } from '../../../ui/index.ts'
import { FaultState } from '../../fault-state.tsx'
import parts from '../parts.module.css'
import type { SectionProps } from '../section.ts'
import styles from './preflight.module.css'
import { PreflightResult } from './preflight-result.tsx'

const say = words.trustScreen.preflight

/** What a run would be given now, without starting one. */
export function PreflightSection({ workspaceId }: SectionProps) {
  return (
    <div className={parts.section}>
      <Choices workspaceId={workspaceId} />
      <div className={parts.body}>
        <Outcome workspaceId={workspaceId} />
      </div>
    </div>
  )
}

type Own = Pick<SectionProps, 'workspaceId'>

function useWish(workspaceId: Own['workspaceId']) {
  // The wish is made anew where none was chosen, so its parts are compared, not itself.
  const text = useSelect((stores) => JSON.stringify(preflightWish(stores, workspaceId)))
  return JSON.parse(text) as PreflightWish
}

function Choices({ workspaceId }: Own) {
  const { stores } = useDesk()
  const info = useFrom('product', (state) => valueOf(state.info))
  const { kind, harness } = useWish(workspaceId)
  return (
    <div className={styles.choices}>
      <Pick
        label={say.kind}
        value={kind}
        options={sessionKinds.map((value) => ({ value, label: words.run.kinds[value] }))}
        onPick={(value) => choosePreflight(stores, workspaceId, { kind: value as SessionKind })}
      />
      <Pick
        label={say.harness}
        value={harness}
        options={(info?.harnesses ?? []).map(({ id, title, label, depth }) => ({
          value: id,
          label: title,
          note: label ?? depth,
        }))}
        onPick={(value) => choosePreflight(stores, workspaceId, { harness: value })}
      />
      <span className={styles.checks}>
        <Check live={false} />
        <Check live />
      </span>
    </div>
  )
}

function Check({ live }: { live: boolean }) {
  const { can, run } = useCommand(verbs.runPreflight, { live })
  const note = live ? say.liveNote : say.filesNote
  return (
    <Button
      tone={live ? 'plain' : 'primary'}
      icon={live ? Play : ListChecks}
      disabled={can !== true}
      title={can === true ? note : can}
      onClick={run}
    >
      {live ? say.live : say.files}
    </Button>
  )
}

function Outcome({ workspaceId }: Own) {
  const desk = useDesk()
  const result = useFrom('contract', ({ preflights }) => preflights[workspaceId])
  const { asked, kind, harness } = useWish(workspaceId)
  if (result?.kind === 'loading') return <Progress asked={asked} />
  if (result?.kind === 'error')
    return (
      <FaultState
        title={say.failed}
        fault={result.fault}
        onRetry={() => void verbs.runPreflight.run(desk, { live: asked?.live ?? false })}
      />
    )
  if (result?.kind !== 'ready') return <EmptyState icon={ListChecks} title={say.title} text={say.emptyText} />
  const isOther = asked !== null && (asked.kind !== kind || asked.harness !== harness)
  return <PreflightResult preflight={result.value} asked={asked} isOther={isOther} />
}

/** How long it takes is not known; how long it took so far is. */
function Progress({ asked }: { asked: PreflightWish['asked'] }) {
  const now = useNow(true)
  const taken = asked ? now - asked.at : 0
  return (
    <div className={styles.progress} role="status">
      <p>
        {asked?.live ? say.runningLive : say.running}
        <span className={styles.elapsed}>{taken >= 1000 && age(taken)}</span>
      </p>
      <span className={styles.track} aria-hidden />
    </div>
  )
}

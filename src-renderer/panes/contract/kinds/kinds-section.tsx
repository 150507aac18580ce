import { type ContractEffect, sessionKinds, type WorkspaceId } from '@contract'
import { Check, CircleDashed, Minus, Table2, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { useDesk, verbs } from '../../../commands/index.ts'
import { words } from '../../../state/index.ts'
import { Banner, Button, EmptyState, Pick, useArrowGrid } from '../../../ui/index.ts'
import type { SectionProps } from '../section.ts'
import { EditFault, WithEffect } from '../section-state.tsx'
import { useEdit } from '../use-contract.ts'
import { familyName } from './family-name.ts'
import { FamilyRows } from './family-rows.tsx'
import styles from './kinds.module.css'
import { familiesOf, presetEdits, ruleEdits, widenedOf } from './matrix.ts'

const say = words.contract.kinds

/** Which kind of session may call what: families and their tools against the four kinds. */
export function KindsSection({ workspaceId }: SectionProps) {
  return (
    <WithEffect workspaceId={workspaceId}>
      {(effect) => <Matrix workspaceId={workspaceId} effect={effect} />}
    </WithEffect>
  )
}

function Matrix({ workspaceId, effect }: { workspaceId: WorkspaceId; effect: ContractEffect }) {
  const { edit, fault } = useEdit(workspaceId)
  const families = useMemo(() => familiesOf(effect.tools, effect.sources), [effect])
  const grid = useArrowGrid()
  if (families.length === 0) return <EmptyState icon={Table2} title={say.emptyTitle} text={say.emptyText} />
  return (
    <div className={styles.section}>
      <div className={styles.top}>
        <p>{say.lead}</p>
        <span className={styles.preset}>
          <span>{say.presetLabel}</span>
          <Pick
            label={say.preset}
            value={effect.kinds.main.preset}
            options={(['coordinate', 'direct'] as const).map((value) => ({
              value,
              label: say.presets[value],
              note: say.presetNotes[value],
            }))}
            onPick={(preset) => void edit((values) => presetEdits(values, preset))}
          />
        </span>
      </div>
      <EditFault fault={fault} />
      <Widened families={families} />
      <div {...grid}>
        <div className={styles.head} aria-hidden>
          <span>{say.headFamily}</span>
          {sessionKinds.map((kind) => (
            <span key={kind}>
              <span className={styles.long}>{words.run.kinds[kind]}</span>
              <span className={styles.short}>{words.contract.kindsShort[kind]}</span>
            </span>
          ))}
        </div>
        {families.map((row) => (
          <FamilyRows
            key={row.family}
            row={row}
            effect={effect}
            onRule={(kind, name, rule) => void edit((values) => ruleEdits(values, kind, name, rule))}
          />
        ))}
      </div>
      <Legend />
    </div>
  )
}

/** What is more than the kinds have by themselves. */
function Widened({ families }: { families: ReturnType<typeof familiesOf> }) {
  const desk = useDesk()
  const widened = widenedOf(families)
  if (widened.length === 0) return null
  const names = widened.map(({ family, kind }) => `${familyName(family)} (${words.run.kinds[kind]})`)
  return (
    <Banner
      icon={TriangleAlert}
      tone="risk"
      action={
        <Button size="small" onClick={() => void verbs.showSection.run(desk, 'trust')}>
          {say.openTrust}
        </Button>
      }
    >
      {say.wide(widened.length, names)}
    </Banner>
  )
}

function Legend() {
  const { verdict } = words.contract
  return (
    <p className={styles.legend}>
      <span>
        <Check size={13} aria-hidden /> {verdict.yes}
      </span>
      <span>
        <Minus size={13} aria-hidden /> {verdict.no}
      </span>
      <span>
        <CircleDashed size={13} aria-hidden /> {verdict.maybe}
      </span>
      <span data-changed="widened">{verdict.widened}</span>
      <span data-changed="narrowed">{verdict.narrowed}</span>
    </p>
  )
}

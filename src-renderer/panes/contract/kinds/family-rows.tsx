import { type ContractEffect, type EffectTool, type SessionKind, sessionKinds } from '@contract'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { words } from '../../../state/index.ts'
import { LongList, reveal } from '../../../ui/index.ts'
import { verdictText } from '../verdict.tsx'
import { Cell } from './cell.tsx'
import { familyName } from './family-name.ts'
import styles from './kinds.module.css'
import { type FamilyRow, type Rule, ruleOf, sumOf } from './matrix.ts'

const { verdict: say } = words.contract

export type OnRule = (kind: SessionKind, name: string, rule: Rule) => void

interface FamilyRowsProps {
  row: FamilyRow
  effect: ContractEffect
  onRule: OnRule
}

/** A family as one row, and its tools below once it is opened. */
export function FamilyRows({ row: { family, tools, source }, effect, onRule }: FamilyRowsProps) {
  const [isOpen, setOpen] = useState(false)
  const name = familyName(family)
  return (
    <>
      <div className={styles.row} data-row data-testid={`family-${family}`}>
        <button
          type="button"
          className={styles.family}
          aria-expanded={isOpen}
          data-cell="row"
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight size={13} aria-hidden />
          <span>{reveal(name)}</span> {tools.length > 0 && <small>{tools.length}</small>}
        </button>
        {sessionKinds.map((kind) => {
          const { verdict, yes, all, isMixed } = sumOf({ tools, source }, kind, words.contract.kinds.unknown)
          const count = isMixed ? say.some(yes, all) : null
          const tip = count ? say.said(words.run.kinds[kind], count, '') : verdictText(kind, verdict)
          return (
            <Cell
              key={kind}
              name={name}
              kind={kind}
              verdict={verdict}
              count={count}
              tip={tip}
              rule={ruleOf(effect, kind, family)}
              onRule={(rule) => onRule(kind, family, rule)}
            />
          )
        })}
      </div>
      {isOpen && (
        <LongList items={tools} keyOf={(tool) => tool.id} rowHeight={30}>
          {(tool) => <ToolRow tool={tool} effect={effect} onRule={onRule} />}
        </LongList>
      )}
    </>
  )
}

function ToolRow({ tool, effect, onRule }: { tool: EffectTool; effect: ContractEffect; onRule: OnRule }) {
  return (
    <div className={styles.row} data-row data-kind="tool">
      <span className={styles.toolName} title={tool.description ?? tool.id}>
        <code>{reveal(tool.id)}</code>
      </span>
      {sessionKinds.map((kind) => (
        <Cell
          key={kind}
          name={tool.id}
          kind={kind}
          verdict={tool.verdicts[kind]}
          count={null}
          tip={verdictText(kind, tool.verdicts[kind])}
          rule={ruleOf(effect, kind, tool.id)}
          onRule={(rule) => onRule(kind, tool.id, rule)}
        />
      ))}
    </div>
  )
}

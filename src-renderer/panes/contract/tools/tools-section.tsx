import {
  type ContractEffect,
  type EffectSource,
  type EffectTool,
  sessionKinds,
  type WorkspaceId,
} from '@contract'
import { Info, Server } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useDesk, verbs } from '../../../commands/index.ts'
import { words } from '../../../state/index.ts'
import { Button, EmptyState, SearchField, useArrowGrid } from '../../../ui/index.ts'
import type { SectionProps } from '../section.ts'
import { EditFault, WithEffect } from '../section-state.tsx'
import { Ask } from './ask.tsx'
import { SourceCard } from './source-card.tsx'
import styles from './tools.module.css'
import { useAllowlist } from './use-allowlist.ts'

const say = words.contract.tools

/** Up to this many tools in all, nothing needs to be folded away. */
const few = 60

/** Servers, apps and their tools: what is named, and what each kind of session may call of it. */
export function ToolsSection({ workspaceId }: SectionProps) {
  return (
    <WithEffect workspaceId={workspaceId}>
      {(effect) => <Sources workspaceId={workspaceId} effect={effect} />}
    </WithEffect>
  )
}

function Sources({ workspaceId, effect }: { workspaceId: WorkspaceId; effect: ContractEffect }) {
  const desk = useDesk()
  const { sources } = effect
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const tools = useMemo(() => toolsBySource(effect.tools), [effect.tools])
  const shown = useMemo(() => matching(sources, tools, wanted), [sources, tools, wanted])
  const allowlist = useAllowlist(workspaceId, sources)
  const grid = useArrowGrid()
  if (sources.length === 0)
    return (
      <EmptyState
        icon={Server}
        title={say.emptyTitle}
        text={say.emptyText}
        action={<Button onClick={() => void verbs.showSection.run(desk, 'settings')}>{say.add}</Button>}
      />
    )
  const { ids, isMixed } = allowlist.list
  const rule =
    ids.length === 0
      ? say.rules.discovery
      : isMixed
        ? say.rules.mixed(ids.length)
        : say.rules.explicit(ids.length)
  return (
    <div className={styles.section} {...grid}>
      <div className={styles.top}>
        <SearchField label={say.search} value={text} onChange={setText} />
        <p className={styles.rule} aria-live="polite">
          <Info size={13} aria-hidden />
          {rule}
        </p>
        <EditFault fault={allowlist.fault} />
      </div>
      <div className={styles.head} aria-hidden>
        <span>{say.headTool}</span>
        {sessionKinds.map((kind) => (
          <small key={kind} title={words.run.kinds[kind]}>
            {words.contract.kindsShort[kind]}
          </small>
        ))}
      </div>
      {shown.length === 0 && <p className={styles.note}>{say.noMatch}</p>}
      {shown.map(({ source, own }) => (
        <SourceCard
          key={source.id}
          source={source}
          tools={own}
          all={tools.get(source.id) ?? []}
          isSearched={wanted !== ''}
          beginsOpen={effect.tools.length <= few && source.enabled}
          verbs={allowlist}
        >
          {allowlist.ask?.source === source.id && <Ask ask={allowlist.ask} onAnswer={allowlist.answer} />}
        </SourceCard>
      ))}
    </div>
  )
}

function toolsBySource(tools: EffectTool[]): Map<string, EffectTool[]> {
  const bySource = new Map<string, EffectTool[]>()
  for (const tool of tools) {
    const { source } = tool
    if (source.kind === 'built-in') continue
    const id = source.kind === 'mcp' ? source.server : source.app
    const group = bySource.get(id)
    if (group) group.push(tool)
    else bySource.set(id, [tool])
  }
  // By name, whether it is named or not: a row that was just ticked stays under the pointer.
  for (const group of bySource.values()) group.sort((one, other) => (one.id < other.id ? -1 : 1))
  return bySource
}

/** A source whose own name is asked for shows all of its tools. */
function matching(sources: EffectSource[], tools: Map<string, EffectTool[]>, wanted: string) {
  return sources.flatMap((source) => {
    const all = tools.get(source.id) ?? []
    if (!wanted || source.id.toLowerCase().includes(wanted)) return [{ source, own: all }]
    const own = all.filter(
      ({ id, description }) =>
        id.toLowerCase().includes(wanted) || description?.toLowerCase().includes(wanted),
    )
    return own.length > 0 ? [{ source, own }] : []
  })
}

import type { EffectSource, EffectTool } from '@contract'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { verbs as deskVerbs, useDesk } from '../../../commands/index.ts'
import { words } from '../../../state/index.ts'
import { Button, LongList, Pick, reveal, Switch } from '../../../ui/index.ts'
import { modeIn } from './allowlist.ts'
import { NameTool } from './name-tool.tsx'
import { ToolRow } from './tool-row.tsx'
import styles from './tools.module.css'
import type { AllowlistVerbs } from './use-allowlist.ts'

const say = words.contract.tools

interface SourceCardProps {
  source: EffectSource
  /** Those that are shown. */
  tools: EffectTool[]
  /** Those that there are. */
  all: EffectTool[]
  isSearched: boolean
  /** Open at first: there are few tools in all. */
  beginsOpen: boolean
  verbs: AllowlistVerbs
  /** What is asked about it now. */
  children: ReactNode
}

/** A server or app: how it takes part, and its tools in a fold. */
export function SourceCard({ source, tools, all, isSearched, beginsOpen, verbs, children }: SourceCardProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(beginsOpen)
  const shown = isOpen || isSearched
  return (
    <section
      className={styles.source}
      aria-label={source.id}
      data-off={!source.enabled}
      data-testid={`source-${source.id}`}
    >
      <div className={styles.line}>
        <button
          type="button"
          className={styles.title}
          aria-expanded={shown}
          aria-controls={id}
          data-cell="row"
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight size={13} aria-hidden />
          <b>{reveal(source.id)}</b>
          <small>{say.kinds[source.kind]}</small>
          <code title={source.target}>{reveal(source.target)}</code>
        </button>
        <SourceSide source={source} tools={all} verbs={verbs} onExplicit={() => setOpen(true)} />
      </div>
      <p className={styles.says}>{sayMode(source, verbs, all.length)}</p>
      {children}
      {shown && (
        <div id={id} className={styles.tools}>
          <Tools source={source} tools={tools} verbs={verbs} />
        </div>
      )}
    </section>
  )
}

function sayMode(source: EffectSource, { list }: AllowlistVerbs, all: number): string {
  if (!source.enabled) return say.says.off
  const mode = modeIn(list, source.id)
  if (mode !== 'explicit') return say.says[mode]
  const named = list.ids.filter((tool) => tool.startsWith(`${source.id}.`)).length
  return say.says.explicit(named, Math.max(named, all))
}

interface SideProps {
  source: EffectSource
  /** All of them, also those that a search leaves out. */
  tools: EffectTool[]
  verbs: AllowlistVerbs
  onExplicit: () => void
}

function SourceSide({ source, tools, verbs, onExplicit }: SideProps) {
  const mode = modeIn(verbs.list, source.id)
  function pick(wanted: string): void {
    if (wanted === mode || wanted === 'unlisted') return
    if (wanted === 'discovery') return verbs.discover(source)
    onExplicit()
    // What it offers now is what is named, so that nothing is lost; what is not known is named by hand.
    if (tools.length > 0)
      verbs.name(
        source,
        tools.map((tool) => tool.id),
      )
  }
  const options = (
    mode === 'unlisted'
      ? (['explicit', 'discovery', 'unlisted'] as const)
      : (['explicit', 'discovery'] as const)
  ).map((value) => ({
    value,
    label: say.modes[value],
    note: value === 'explicit' && tools.length === 0 ? say.notListed : say.modeNotes[value],
  }))
  return (
    <span className={styles.side}>
      {source.enabled && <Pick label={say.mode(source.id)} value={mode} options={options} onPick={pick} />}
      {source.kind !== 'app' && (
        <Switch
          label={say.enabled(source.id)}
          on={source.enabled}
          word={source.enabled ? say.on : say.off}
          onChange={(on) => verbs.enable(source, on)}
        />
      )}
    </span>
  )
}

function Tools({
  source,
  tools,
  verbs,
}: {
  source: EffectSource
  tools: EffectTool[]
  verbs: AllowlistVerbs
}) {
  const desk = useDesk()
  const ids = new Set(verbs.list.ids)
  const named = tools.filter(({ id }) => ids.has(id)).map(({ id }) => id)
  const rest = tools.filter(({ id }) => !ids.has(id)).map(({ id }) => id)
  return (
    <>
      {source.seenAt === null && (
        <p className={styles.note}>
          {say.notListed}
          <Button size="small" onClick={() => void deskVerbs.showSection.run(desk, 'preflight')}>
            {say.preflight}
          </Button>
        </p>
      )}
      {source.seenAt !== null && tools.length === 0 && <p className={styles.note}>{say.noTools}</p>}
      {tools.length > 1 && source.enabled && (
        <p className={styles.ticks}>
          <Button
            size="small"
            tone="ghost"
            disabled={rest.length === 0}
            onClick={() => verbs.name(source, rest)}
          >
            {say.all}
          </Button>
          <Button
            size="small"
            tone="ghost"
            disabled={named.length === 0}
            onClick={() => verbs.unname(source, named)}
          >
            {say.none}
          </Button>
        </p>
      )}
      <LongList items={tools} keyOf={(tool) => tool.id} rowHeight={38}>
        {(tool) => (
          <ToolRow
            tool={tool}
            source={source}
            isNamed={ids.has(tool.id)}
            onTick={(on) => (on ? verbs.name(source, [tool.id]) : verbs.unname(source, [tool.id]))}
          />
        )}
      </LongList>
      {source.enabled && <NameTool source={source} verbs={verbs} />}
    </>
  )
}

import type { AbsenceReason, AbsentTool, CompiledRun, PackagedTool } from '@contract'
import { CircleCheck, CircleSlash, ListFilter } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { words } from '../../state/index.ts'
import { Button, PillButton, reveal, SearchField } from '../../ui/index.ts'
import { type Answer, answer, matching } from './answer.ts'
import { CapabilityMark } from './capability-state.tsx'
import { type Degraded, degradedOf } from './degraded.ts'
import styles from './inspector.module.css'
import { ToolLine } from './tool-line.tsx'

const say = words.inspector.tools

/** How many lines of a group are drawn before the rest is asked for. */
const firstLines = 60

interface ToolsProps {
  run: CompiledRun
  /** Only what is missing though it was declared. */
  onlyMissing: boolean
  onOnlyMissing: (only: boolean) => void
}

/** What it could call, then what it could not and why. */
export function ToolsView({ run, onlyMissing, onOnlyMissing }: ToolsProps) {
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const degraded = useMemo(() => degradedOf(run), [run])
  const found = useMemo(() => matching(run, wanted), [run, wanted])
  const said = useMemo(() => answer(run, wanted), [run, wanted])
  const missing = onlyMissing ? degraded : null
  const absent = missing ? found.absent.filter((tool) => missing.tools.includes(tool)) : found.absent
  const none = missing ? say.noMissing : say.noneAbsent
  return (
    <>
      <div className={styles.ask}>
        <div className={styles.filter}>
          <SearchField label={say.search} value={text} onChange={setText} />
          {degraded && (
            <PillButton pressed={onlyMissing} onClick={() => onOnlyMissing(!onlyMissing)}>
              {say.onlyMissing(degraded.sources.length + degraded.tools.length)}
            </PillButton>
          )}
        </div>
        <div aria-live="polite">{said && <Said answer={said} />}</div>
      </div>
      {missing ? <Sources sources={missing.sources} /> : <Callable tools={found.tools} wanted={wanted} />}
      <Heading text={missing ? say.missing : say.absent} many={absent.length} />
      {absent.length === 0 && <p className={styles.note}>{wanted ? say.noMatch : none}</p>}
      {groupsOf(absent, ({ reason }) => reason).map(([reason, group]) => (
        <Group key={reason} name={say.reasons[reason].title} note={say.reasons[reason].why} items={group}>
          {(tool) => <AbsentLine key={`${tool.id}:${tool.family}`} tool={tool} />}
        </Group>
      ))}
    </>
  )
}

function Callable({ tools, wanted }: { tools: PackagedTool[]; wanted: string }) {
  return (
    <>
      <Heading text={say.callable} many={tools.length} />
      {tools.length === 0 && <p className={styles.note}>{wanted ? say.noMatch : say.none}</p>}
      {groupsOf(tools, sourceOf).map(([name, group]) => (
        <Group key={name} name={name} items={group}>
          {(tool) => <ToolLine key={tool.id} tool={tool} />}
        </Group>
      ))}
    </>
  )
}

/** Also those of which no tool is known: what they would have offered is missing too. */
function Sources({ sources }: Pick<Degraded, 'sources'>) {
  if (sources.length === 0) return null
  return (
    <section aria-label={say.sources}>
      <Heading text={say.sources} many={sources.length} />
      <ul>
        {sources.map(({ id, kind, state, detail }) => (
          <li key={`${kind}:${id}`} className={styles.fact}>
            <code>{reveal(id)}</code>
            <CapabilityMark state={state} />
            {detail && <em>{reveal(detail)}</em>}
          </li>
        ))}
      </ul>
    </section>
  )
}

const marks = { can: CircleCheck, cannot: CircleSlash, several: ListFilter }

function Said({ answer: { tone, text } }: { answer: Answer }) {
  const Icon = marks[tone]
  return (
    <p className={styles.said} data-tone={tone}>
      <Icon size={14} aria-hidden />
      {reveal(text)}
    </p>
  )
}

function Heading({ text, many }: { text: string; many: number }) {
  return (
    <h3 className={styles.heading}>
      {text} <small>{many}</small>
    </h3>
  )
}

interface GroupProps<T> {
  name: string
  note?: string
  items: T[]
  children: (item: T) => ReactNode
}

function Group<T>({ name, note, items, children }: GroupProps<T>) {
  const [all, setAll] = useState(false)
  const shown = all ? items : items.slice(0, firstLines)
  return (
    <section aria-label={name}>
      <h4 className={styles.group}>
        {reveal(name)} <small>{items.length}</small>
        {note && <span>{note}</span>}
      </h4>
      {shown.map(children)}
      {shown.length < items.length && (
        <p className={styles.note}>
          <Button size="small" onClick={() => setAll(true)}>
            {say.more(items.length - shown.length)}
          </Button>
        </p>
      )}
    </section>
  )
}

function AbsentLine({ tool }: { tool: AbsentTool }) {
  return (
    <div className={styles.absent} data-testid={`absent-${tool.id}`}>
      <code>{reveal(tool.id)}</code>
      <span>{tool.detail && reveal(tool.detail)}</span>
      <small>{reveal(tool.family)}</small>
    </div>
  )
}

function sourceOf({ source }: PackagedTool): string {
  if (source.kind === 'mcp') return say.groups.server(source.server)
  return source.kind === 'app' ? say.groups.app(source.app) : say.groups.builtIn
}

function groupsOf<T, K extends string | AbsenceReason>(items: T[], keyOf: (item: T) => K): [K, T[]][] {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups]
}

import type { AbsenceReason, GivenView, RunView, ToolItem } from '@contract'
import { CornerUpLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { targetOf, words } from '../../state/index.ts'
import { bytes, reveal } from '../../ui/index.ts'
import styles from './given.module.css'
import { inShort } from './in-short.ts'
import inspector from './inspector.module.css'
import { useReveal } from './use-reveal.ts'

const say = words.inspector.given

interface GroupsProps {
  run: RunView
  view: GivenView
}

/** Each kind of what was or was not given; one that is empty is one quiet line. */
export function GivenGroups({ run, view }: GroupsProps) {
  const { toRun, toCall } = useReveal(run)
  const { continuity, cutResults, refused, unassociated, sections } = view
  const most = Math.max(1, ...sections.map(({ tokens }) => tokens))
  const target = (callId: string) => {
    const call = run.items.find((item): item is ToolItem => item.kind === 'tool' && item.callId === callId)
    return call ? targetOf(call.args) : ''
  }
  return (
    <>
      <Group words={say.groups.continuity} items={continuity}>
        {({ runId, instruction, kept, dropped, why }) => (
          <Line
            key={runId}
            name={inShort(instruction)}
            label={say.toRun(inShort(instruction))}
            onShow={toRun(runId)}
            under={why}
          >
            {kept > 0 && <span className={styles.fine}>{say.kept(kept)}</span>}
            {dropped > 0 && <span className={styles.lost}>{say.dropped(dropped)}</span>}
          </Line>
        )}
      </Group>
      <Group words={say.groups.cut} items={cutResults}>
        {({ callId, toolId, bytes: all, given }) => (
          <Line
            key={callId}
            tool
            name={toolId}
            about={target(callId)}
            label={say.toCall(toolId)}
            onShow={toCall(callId)}
          >
            <Part part={all > 0 ? given / all : 1} />
            <span
              className={styles.size}
              title={say.gotNote(bytes(given), bytes(all), Math.round((100 * given) / Math.max(1, all)))}
            >
              {say.got(bytes(given), bytes(all))}
            </span>
          </Line>
        )}
      </Group>
      <Group words={say.groups.refused} items={refused}>
        {({ callId, toolId, reason, detail }) => (
          <Line
            key={callId}
            tool
            name={toolId}
            about={target(callId)}
            label={say.toCall(toolId)}
            onShow={toCall(callId)}
            under={detail}
          >
            <span className={styles.refused} title={reason}>
              {reasonWord(reason)}
            </span>
          </Line>
        )}
      </Group>
      <Group words={say.groups.loose} items={unassociated}>
        {({ callId, toolId }) => (
          <Line
            key={callId}
            tool
            name={toolId}
            about={target(callId)}
            label={say.toCall(toolId)}
            onShow={toCall(callId)}
          />
        )}
      </Group>
      <Group words={say.groups.sections} items={sections}>
        {({ id, title, tokens, truncated }) => (
          <Line key={id} name={title}>
            {truncated && <span className={styles.lost}>{say.truncated}</span>}
            <Part part={tokens / most} />
            <span className={styles.size} title={words.inspector.prompt.estNote}>
              {words.inspector.prompt.tokens(tokens)}
            </span>
          </Line>
        )}
      </Group>
    </>
  )
}

/** A reason of the manifest has a name; any other is its code. */
const reasonWord = (reason: string): string =>
  words.inspector.reasons[reason as AbsenceReason]?.title ?? reveal(reason)

interface GroupProps<T> {
  words: { title: string; text: string; none: string }
  items: T[]
  children: (item: T) => ReactNode
}

function Group<T>({ words: { title, text, none }, items, children }: GroupProps<T>) {
  if (items.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <section aria-label={title} className={styles.group}>
      <h3 className={inspector.heading}>
        {title} <small>{items.length}</small>
      </h3>
      <p className={styles.text}>{text}</p>
      <ul>{items.map(children)}</ul>
    </section>
  )
}

interface LineProps {
  name: string
  /** The name is the id of a tool. */
  tool?: boolean
  /** On what the tool was called. */
  about?: string
  label?: string
  /** Brings its place in the transcript into view; null: it has none there, while others of its group do. */
  onShow?: (() => void) | null
  under?: string | null
  children?: ReactNode
}

function Line({ name, tool, about, label, onShow, under, children }: LineProps) {
  const text = (
    <>
      {tool ? <code>{reveal(name)}</code> : <span className={styles.words}>{reveal(name)}</span>}
      {about && <span className={styles.about}>{reveal(about)}</span>}
    </>
  )
  return (
    <li className={styles.line}>
      {onShow ? (
        <button type="button" className={styles.name} aria-label={label} title={label} onClick={onShow}>
          <CornerUpLeft size={12} aria-hidden />
          {text}
        </button>
      ) : (
        <span className={styles.name} data-indent={onShow === null}>
          {text}
        </span>
      )}
      <span className={styles.end}>{children}</span>
      {under && <p className={styles.under}>{reveal(under)}</p>}
    </li>
  )
}

const Part = ({ part }: { part: number }) => (
  <span className={styles.part} aria-hidden>
    <i style={{ width: `${Math.min(100, Math.max(2, part * 100))}%` }} />
  </span>
)

import type { CompiledRun, ContextMessage, PromptSection, WorkspaceId } from '@contract'
import { useState } from 'react'
import { words } from '../../state/index.ts'
import { Button, CopyButton, Fold, LongText, reveal } from '../../ui/index.ts'
import styles from './inspector.module.css'
import { Place } from './place.tsx'
import { useDrift } from './use-drift.ts'

const say = words.inspector.prompt

/** The system prompt in its order, each piece with where it came from, then what was said before. */
export function PromptView({ run, workspaceId }: { run: CompiledRun; workspaceId: WorkspaceId }) {
  const drift = useDrift(run, workspaceId)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const total = run.sections.reduce((sum, { tokens }) => sum + tokens, 0)
  const areOpen = run.sections.every(({ id }) => open.has(id))
  const toggle = (id: string) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  return (
    <>
      <p className={styles.summary}>
        {say.sections(run.sections.length)}
        <span title={say.estNote}>{say.tokens(total)}</span>
        <Button
          size="small"
          tone="ghost"
          className={styles.end}
          onClick={() => setOpen(areOpen ? new Set() : new Set(run.sections.map(({ id }) => id)))}
        >
          {areOpen ? say.closeAll : say.openAll}
        </Button>
      </p>
      <ol>
        {run.sections.map((section) => (
          <li key={section.id}>
            <Section
              section={section}
              share={total > 0 ? section.tokens / total : 0}
              isChanged={section.origin.kind === 'file' && drift?.of.has(section.origin.file) === true}
              open={open.has(section.id)}
              onToggle={() => toggle(section.id)}
            />
          </li>
        ))}
      </ol>
      <Conversation run={run} />
    </>
  )
}

interface SectionProps {
  section: PromptSection
  /** Of all tokens of the prompt, 0 to 1. */
  share: number
  isChanged: boolean
  open: boolean
  onToggle: () => void
}

function Section({ section, share, isChanged, open, onToggle }: SectionProps) {
  const { title, origin, tokens, text } = section
  return (
    <Fold
      open={open}
      onToggle={onToggle}
      head={
        <>
          <span className={styles.name}>{reveal(title)}</span>
          <span className={styles.share} aria-hidden>
            <i style={{ width: `${Math.max(2, share * 100)}%` }} />
          </span>
          <span className={styles.tokens} title={say.estNote}>
            {say.tokens(tokens)}
          </span>
        </>
      }
      side={
        <span className={styles.side}>
          {origin.kind === 'file' && isChanged && (
            <span className={styles.changed} title={say.changedNote(origin.file)}>
              {say.changed}
            </span>
          )}
          {origin.kind === 'file' ? (
            <Place path={origin.file} line={origin.line} />
          ) : (
            <span className={styles.runtime} title={say.runtimeNote}>
              {say.runtime}
            </span>
          )}
          <CopyButton label={say.copy} doneLabel={words.common.copied} text={() => text} />
        </span>
      }
    >
      {() => <LongText label={title} text={text} moreLabel={say.showAll} />}
    </Fold>
  )
}

/** What came after the prompt: the conversation so far, and the instruction. */
function Conversation({ run: { contextMessages, instruction } }: { run: CompiledRun }) {
  return (
    <>
      {contextMessages.length > 0 && (
        <Fold head={<span className={styles.name}>{say.messages(contextMessages.length)}</span>}>
          {() => (
            <>
              <p className={styles.note}>{say.messagesNote}</p>
              <ol className={styles.messages}>
                {contextMessages.map((message, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a frozen list, its places never change
                  <li key={at}>
                    <Message message={message} />
                  </li>
                ))}
              </ol>
            </>
          )}
        </Fold>
      )}
      <Fold head={<span className={styles.name}>{say.instruction}</span>}>
        {() => <LongText label={say.instruction} text={instruction} moreLabel={say.showAll} />}
      </Fold>
    </>
  )
}

function Message({ message }: { message: ContextMessage }) {
  const about =
    message.role === 'tool'
      ? [message.alias, message.failed && say.failed].filter(Boolean).join(' · ')
      : message.role === 'assistant' && message.calls.length > 0
        ? say.calls(message.calls.map(({ alias }) => alias))
        : ''
  return (
    <>
      <p className={styles.role}>
        {message.role} {about && <code>{reveal(about)}</code>}
      </p>
      {message.text && <LongText label={message.role} text={message.text} moreLabel={say.showAll} />}
    </>
  )
}

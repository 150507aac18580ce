import type { WorkspaceId } from '@contract'
import { CircleAlert, FlaskConical, SendHorizontal, Square } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { attempt, useCommand, useDesk, useFrom, useSelect, verbs } from '../../commands/index.ts'
import { type Draft, select, words } from '../../state/index.ts'
import { Button, isComposing, reveal } from '../../ui/index.ts'
import styles from './composer.module.css'
import { ComposerChoices } from './composer-choices.tsx'

/** Where the next instruction is written. */
export function Composer({ workspaceId }: { workspaceId: WorkspaceId }) {
  const desk = useDesk()
  const { stores } = desk
  const box = useRef<HTMLTextAreaElement>(null)
  const stored = useFrom('composer', ({ drafts }) => drafts[workspaceId])
  const fault = useFrom('composer', (state) => state.fault)
  const sessionId = useFrom('selection', (state) => state.sessionId)
  const draft = stored ?? select.draftOf(stores, workspaceId)

  useEffect(() => {
    desk.ports = { ...desk.ports, focusComposer: () => box.current?.focus() }
  }, [desk])

  // Opening something leads the hands here, unless they are at work in a pane or a dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session is the signal itself
  useEffect(() => {
    if (!isAtWork()) box.current?.focus()
  }, [sessionId])

  const put = (change: Partial<Draft>) =>
    stores.composer.setState(({ drafts }) => ({
      fault: null,
      drafts: { ...drafts, [workspaceId]: { ...draft, ...change } },
    }))

  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || isComposing(event)) return
    // Enter never makes a line by accident when it cannot send: the reason stands at the button.
    event.preventDefault()
    attempt(desk, verbs.startRun, undefined)
  }

  return (
    <form className={styles.composer} onSubmit={(event) => event.preventDefault()}>
      {fault && (
        <p className={styles.fault} role="alert">
          <CircleAlert size={14} aria-hidden />
          <span>
            {reveal(fault.message)} {fault.hint && reveal(fault.hint)}
          </span>
          {fault.code === 'not_trusted' && <ReviewButton />}
        </p>
      )}
      <Note draft={draft} />
      <div className={styles.box}>
        <textarea
          ref={box}
          aria-label={words.composer.label}
          placeholder={sessionId ? words.composer.placeholderFollow : words.composer.placeholder}
          rows={2}
          value={draft.text}
          onChange={(event) => put({ text: event.target.value, tape: null })}
          onKeyDown={onKey}
        />
        <div className={styles.foot}>
          <ComposerChoices draft={draft} onChange={put} />
          <Buttons />
        </div>
      </div>
    </form>
  )
}

function isAtWork(): boolean {
  const at = document.activeElement
  if (!at || at === document.body) return false
  return !at.closest('[data-region="list"], [data-region="run"], header, [role="menu"]')
}

/** One line above the box: why it cannot be sent, or what this will be. */
function Note({ draft }: { draft: Draft }) {
  const { can } = useCommand(verbs.startRun, undefined)
  const label = useSelect((stores) => select.harnessOf(stores, draft.harness)?.label ?? null)
  const { empty, active, untrusted } = words.composer.whyNot
  if (can === active) return <p className={styles.note}>{words.composer.active}</p>
  if (can !== true && can !== empty)
    return (
      <p className={styles.note} data-tone="risk">
        <CircleAlert size={13} aria-hidden />
        <span id="why-not-send">{can}</span>
        {can === untrusted && <ReviewButton />}
      </p>
    )
  if (!label) return null
  return (
    <p className={styles.note}>
      <FlaskConical size={13} aria-hidden />
      {[label, draft.tape && words.composer.tapeNote].filter(Boolean).join(' · ')}
    </p>
  )
}

function ReviewButton() {
  const desk = useDesk()
  return (
    <Button size="small" onClick={() => attempt(desk, verbs.reviewTrust, undefined)}>
      {words.trustScreen.trust.bannerAction}
    </Button>
  )
}

function Buttons() {
  const send = useCommand(verbs.startRun, undefined)
  const stop = useCommand(verbs.stopRun, undefined)
  const isActive = useSelect((stores) => select.activeRun(stores) !== null)
  const isStopping = stop.can === words.composer.whyNot.stopping
  return (
    <span className={styles.buttons}>
      {isActive && (
        <Button icon={Square} disabled={stop.can !== true} title={words.stop.text} onClick={stop.run}>
          {isStopping ? words.composer.stopping : words.composer.stop}
        </Button>
      )}
      <Button
        tone="primary"
        icon={SendHorizontal}
        disabled={send.can !== true}
        title={send.can === true ? words.composer.hint : send.can}
        aria-describedby={send.can === true ? undefined : 'why-not-send'}
        onClick={send.run}
      >
        {words.composer.send}
      </Button>
    </span>
  )
}

import { FolderLock, ShieldCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { attempt, keepTrust, useCommand, useDesk, useFrom, verbs } from '../../../commands/index.ts'
import { isPending, isTickable, keysOf, type TrustDraft, words } from '../../../state/index.ts'
import { Button, Dialog } from '../../../ui/index.ts'
import styles from '../parts.module.css'
import { FaultLine } from '../parts.tsx'
import { useArmed } from '../use-armed.ts'

const say = words.trustScreen.trust

/** What the operator can say. The button that does nothing to the machine has the focus. */
export function TrustFoot({ draft }: { draft: TrustDraft }) {
  const { fault, confirming, read } = draft
  const isWithdrawal = read.status !== 'untrusted' && fault?.code === 'workspace_busy'
  return (
    <div className={styles.foot}>
      {fault && <FaultLine title={isWithdrawal ? say.notWithdrawn : say.notGranted} fault={fault} />}
      <div className={styles.buttons}>
        {read.status === 'trusted' ? <TrustedButtons draft={draft} /> : <WaitingButtons draft={draft} />}
      </div>
      {confirming && <Confirm draft={draft} />}
    </div>
  )
}

/** True as long as nobody is at work elsewhere, so that opening this does not take a cursor away. */
const isFree = () => document.activeElement === null || document.activeElement === document.body

function useFirstFocus(draft: TrustDraft) {
  const { stores } = useDesk()
  const button = useRef<HTMLButtonElement>(null)
  const { workspaceId } = draft.read
  const isAsked = useFrom('contract', ({ asked }) => asked === workspaceId)
  useEffect(() => {
    if (!isAsked && !isFree()) return
    button.current?.focus({ preventScroll: true })
    if (isAsked) stores.contract.setState({ asked: null })
  }, [isAsked, stores])
  return button
}

function WaitingButtons({ draft }: { draft: TrustDraft }) {
  const desk = useDesk()
  const first = useFirstFocus(draft)
  const isReview = draft.read.status === 'review'
  const keep = () => attempt(desk, verbs.keepClosed, undefined)
  return (
    <>
      <Button
        ref={first}
        tone={isReview ? 'plain' : 'primary'}
        icon={isReview ? undefined : FolderLock}
        title={isReview ? undefined : say.keepNote}
        onClick={keep}
      >
        {isReview ? say.wait : say.keep}
      </Button>
      <GrantButton draft={draft} />
      {isReview && <WithdrawButton />}
    </>
  )
}

function TrustedButtons({ draft }: { draft: TrustDraft }) {
  return (
    <>
      {draft.read.items.some(isTickable) && <GrantButton draft={draft} />}
      <WithdrawButton />
    </>
  )
}

function GrantButton({ draft }: { draft: TrustDraft }) {
  const grant = useCommand(verbs.grantTrust, undefined)
  const isReview = draft.read.status === 'review'
  // What came on screen under the pointer is not granted by the click that was meant for what stood there.
  const isArmed = useArmed(`${draft.read.status}:${draft.read.digest}`)
  return (
    <Button
      tone={isReview ? 'primary' : 'plain'}
      icon={ShieldCheck}
      disabled={grant.can !== true || !isArmed}
      title={grant.can === true ? undefined : grant.can}
      onClick={grant.run}
    >
      {draft.busy ? say.granting : grantWords(draft)}
    </Button>
  )
}

function grantWords(draft: TrustDraft): string {
  const { status, items } = draft.read
  const keys = keysOf(draft)
  const of = items.filter(isTickable).length
  if (status === 'trusted') return say.save(keys.length, of)
  if (of === 0) return say.grantEmpty
  if (status === 'untrusted') return say.grant(keys.length, of)
  const ticked = new Set(keys)
  return say.grantChanges(items.filter((item) => isPending(item) && ticked.has(item.key)).length)
}

function WithdrawButton() {
  const withdraw = useCommand(verbs.withdrawTrust, undefined)
  return (
    <Button
      tone="ghost"
      data-end
      disabled={withdraw.can !== true}
      title={withdraw.can === true ? undefined : withdraw.can}
      onClick={withdraw.run}
    >
      {say.withdraw}
    </Button>
  )
}

function Confirm({ draft }: { draft: TrustDraft }) {
  const desk = useDesk()
  const close = () => keepTrust(desk.stores, draft.read.workspaceId)
  return (
    <Dialog
      title={say.withdrawTitle}
      text={say.withdrawText}
      closeLabel={words.common.close}
      onClose={close}
      foot={
        <>
          <Button autoFocus onClick={close}>
            {say.withdrawNo}
          </Button>
          <Button tone="danger" onClick={() => attempt(desk, verbs.withdrawTrust, undefined)}>
            {say.withdrawYes}
          </Button>
        </>
      }
    />
  )
}

import type { TrustReview } from '@contract'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { readTrust, useDesk, useFrom } from '../../../commands/index.ts'
import { isPending, isTickable, type TrustDraft, words } from '../../../state/index.ts'
import { reveal, Skeleton } from '../../../ui/index.ts'
import { FaultState } from '../../fault-state.tsx'
import styles from '../parts.module.css'
import type { SectionProps } from '../section.ts'
import { TrustFoot } from './trust-foot.tsx'
import { TrustItems } from './trust-items.tsx'

const say = words.trustScreen.trust

/** Everything the folder would do to this machine and to others, against what the operator let it. */
export function TrustSection({ workspaceId, visible }: SectionProps) {
  const desk = useDesk()
  const review = useFrom('contract', ({ reviews }) => reviews[workspaceId])
  const draft = useFrom('contract', ({ trustDrafts }) => trustDrafts[workspaceId])
  // What is waiting may have changed. While it is the same, what is read is not moved under the eyes.
  const standing = useFrom('workspaces', ({ list }) => {
    const all = list.kind === 'ready' ? list.value : []
    const own = all.find(({ id }) => id === workspaceId)
    return own ? `${own.trusted}:${own.review}` : ''
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another standing is the signal itself
  useEffect(() => {
    if (visible) void readTrust(desk, workspaceId)
  }, [desk, workspaceId, visible, standing])

  if (review?.kind === 'error')
    return (
      <FaultState title={say.failed} fault={review.fault} onRetry={() => void readTrust(desk, workspaceId)} />
    )
  if (!draft) return <Skeleton label={say.loading} lines={8} />
  return <Screen draft={draft} />
}

function Screen({ draft }: { draft: TrustDraft }) {
  const body = useRef<HTMLDivElement>(null)
  const { reread, read } = draft
  useEffect(() => {
    if (reread) body.current?.scrollTo({ top: 0 })
  }, [reread])
  return (
    <div className={styles.section}>
      <div className={styles.body} ref={body}>
        <Lead review={read} />
        {reread && (
          <p className={styles.notice} role="alert">
            <CircleAlert size={14} aria-hidden />
            <span>
              <b>{say.reread}</b> {say.rereadMany(draft.changed.length)}
            </span>
          </p>
        )}
        <TrustItems draft={draft} />
      </div>
      <TrustFoot draft={draft} />
    </div>
  )
}

function Lead({ review }: { review: TrustReview }) {
  const { status, items, path } = review
  const isEmpty = !items.some(isTickable)
  const [title, note] =
    status === 'review'
      ? [say.review(items.filter(isPending).length), say.reviewNote]
      : status === 'trusted'
        ? [say.trusted, say.trustedNote]
        : [say.untrusted, isEmpty ? say.emptyNote : say.untrustedNote]
  return (
    <div className={styles.lead}>
      <h2>{isEmpty && status === 'trusted' ? say.empty : title}</h2>
      <p>
        <code>{reveal(path)}</code>
      </p>
      <p>{note}</p>
    </div>
  )
}

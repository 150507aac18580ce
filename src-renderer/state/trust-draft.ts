import type { Fault, TrustGroup, TrustItem, TrustReview } from '@contract'

/** What the operator reads and has ticked on the trust screen. */
export interface TrustDraft {
  /** The review as it is on screen: what a grant is about. */
  read: TrustReview
  ticked: string[]
  /** Keys of what became another thing while it was read. */
  changed: string[]
  /** It changed while it was read, and that has to be said. */
  reread: boolean
  busy: boolean
  fault: Fault | null
  /** Withdrawing waits for a yes. */
  confirming: boolean
}

/** What these give away cannot be taken back, so nothing of it is ticked by itself. */
const neverByItself: ReadonlySet<TrustGroup> = new Set(['give', 'loosen', 'note'])

export const isTickable = (item: TrustItem) => item.group !== 'note'
export const isPending = (item: TrustItem) =>
  isTickable(item) && item.state !== 'granted' && item.state !== 'declined'

function usualTicks({ items, status }: TrustReview): string[] {
  const isTicked = (item: TrustItem) => {
    if (item.state === 'granted') return true
    // What was left out stays out until it is ticked by hand.
    if (item.state === 'declined') return false
    return status !== 'trusted' && !neverByItself.has(item.group)
  }
  return items.filter((item) => isTickable(item) && isTicked(item)).map(({ key }) => key)
}

/** Everything of it that the operator reads, so everything but where it stands. */
const readable = ({ group, title, lines, effect, files, unchecked }: TrustItem) =>
  JSON.stringify([group, title, lines, effect, files, unchecked])

/**
 * The draft for a review that was just read. Of the same status: ticks stay on what is the same, and what is another
 * thing now, or new, is not ticked: nobody has read it yet.
 */
export function draftFor(review: TrustReview, old: TrustDraft | undefined): TrustDraft {
  const base = { read: review, busy: false, fault: null, confirming: false }
  if (!old || old.read.status !== review.status)
    return { ...base, ticked: usualTicks(review), changed: [], reread: false }
  if (old.read.digest === review.digest) return { ...old, read: review }
  const before = new Map(old.read.items.map((item) => [item.key, readable(item)]))
  const isSame = (item: TrustItem) => before.get(item.key) === readable(item)
  const ticked = new Set(old.ticked)
  const changed = review.items.filter((item) => isTickable(item) && !isSame(item)).map(({ key }) => key)
  return {
    ...base,
    ticked: review.items.filter((item) => ticked.has(item.key) && isSame(item)).map(({ key }) => key),
    changed,
    reread: old.reread || changed.length > 0 || before.size !== review.items.length,
  }
}

/** The ticked keys in the order of the screen, and of none that is not on it. */
export function keysOf({ read, ticked }: TrustDraft): string[] {
  const wanted = new Set(ticked)
  return read.items.filter((item) => isTickable(item) && wanted.has(item.key)).map(({ key }) => key)
}

/** What is ticked is not what is trusted. */
export function isAnotherWord(draft: TrustDraft): boolean {
  const granted = draft.read.items.filter((item) => isTickable(item) && item.state === 'granted')
  const keys = new Set(keysOf(draft))
  return granted.length !== keys.size || granted.some(({ key }) => !keys.has(key))
}

import type { Reply, TrustReview, WorkspaceId } from '@contract'
import { notify } from '../bridge/index.ts'
import {
  draftFor,
  isAnotherWord,
  isTickable,
  keysOf,
  ready,
  type Stores,
  type TrustDraft,
  valueOf,
  words,
} from '../state/index.ts'
import { type Can, type Command, type Desk, title } from './command.ts'
import { showSection } from './show-section.ts'

const say = words.trustScreen.trust
const why = say.whyNot

function putDraft(stores: Stores, id: WorkspaceId, change: Partial<TrustDraft>): void {
  stores.contract.setState(({ trustDrafts }) => {
    const draft = trustDrafts[id]
    return draft ? { trustDrafts: { ...trustDrafts, [id]: { ...draft, ...change } } } : {}
  })
}

/** The draft of the workspace whose trust screen is before the operator. */
function draftOnScreen(stores: Stores): { id: WorkspaceId; draft: TrustDraft } | null {
  const { workspaceId: id } = stores.selection.getState()
  const { section, trustDrafts } = stores.contract.getState()
  const draft = id && section[id] === 'trust' ? trustDrafts[id] : undefined
  return id && draft ? { id, draft } : null
}

function putReview(stores: Stores, review: TrustReview, isAnswer: boolean): void {
  const id = review.workspaceId
  stores.contract.setState(({ reviews, trustDrafts }) => ({
    reviews: { ...reviews, [id]: ready(review) },
    trustDrafts: { ...trustDrafts, [id]: draftFor(review, isAnswer ? undefined : trustDrafts[id]) },
  }))
}

const draftOf = (stores: Stores, id: WorkspaceId) => stores.contract.getState().trustDrafts[id]

/** Asks what the folder would do. Ticks stay on what is the same as it was read. */
export async function readTrust(near: Pick<Desk, 'stores' | 'link'>, id: WorkspaceId): Promise<void> {
  const { stores, link } = near
  const before = draftOf(stores, id)?.read
  await link.load.review(id)
  const now = draftOf(stores, id)
  // A grant that is out brings the screen itself, and this may be of before it.
  if (now?.busy) return
  // Another answer came meanwhile, and this may be the older one.
  if (now && now.read !== before) return readTrust(near, id)
  const review = valueOf(stores.contract.getState().reviews[id])
  if (review) putReview(stores, review, false)
}

export function tickTrust(stores: Stores, id: WorkspaceId, keys: string[], isTicked: boolean): void {
  const draft = draftOf(stores, id)
  if (!draft || draft.busy) return
  const ticked = new Set(draft.ticked)
  for (const key of keys) {
    if (isTicked) ticked.add(key)
    else ticked.delete(key)
  }
  putDraft(stores, id, { ticked: [...ticked] })
}

/** Brings the trust screen to the front, with the focus on its harmless button. */
export const reviewTrust: Command = {
  id: 'trust.review',
  title: title('trust.review'),
  group: 'go',
  canRun: (stores) => (stores.selection.getState().workspaceId ? true : words.composer.whyNot.noWorkspace),
  run(desk) {
    const { workspaceId } = desk.stores.selection.getState()
    desk.stores.contract.setState({ asked: workspaceId })
    void showSection.run(desk, 'trust')
  },
}

/** Nothing is granted; the files can be read all the same. */
export const keepClosed: Command = {
  id: 'trust.keep',
  title: title('trust.keep'),
  group: 'go',
  canRun: (stores) => (draftOnScreen(stores) ? true : why.unread),
  run({ stores, ports }) {
    ports.focusPane('files')
    notify(stores, 'info', draftOnScreen(stores)?.draft.read.status === 'untrusted' ? say.kept : say.waited)
  },
}

export const grantTrust: Command = {
  id: 'trust.grant',
  title: title('trust.grant'),
  group: 'go',
  canRun(stores): Can {
    const shown = draftOnScreen(stores)
    if (!shown) return why.unread
    const { draft } = shown
    if (draft.busy) return why.busy
    if (draft.read.status === 'trusted') return isAnotherWord(draft) ? true : why.same
    const isEmpty = keysOf(draft).length === 0 && draft.read.items.some(isTickable)
    return isEmpty && draft.read.status === 'untrusted' ? why.nothing : true
  },
  async run(desk) {
    const { stores, link } = desk
    const shown = draftOnScreen(stores)
    if (!shown) return
    const { id, draft } = shown
    putDraft(stores, id, { busy: true, fault: null })
    const keys = keysOf(draft)
    const reply = await link.call('trust.grant', { workspaceId: id, digest: draft.read.digest, keys })
    if (reply.ok) return accept(stores, reply.value)
    putDraft(stores, id, { busy: false })
    if (reply.fault.code !== 'trust_changed') return putDraft(stores, id, { fault: reply.fault })
    await readTrust(desk, id)
    putDraft(stores, id, { reread: true })
  },
}

function accept(stores: Stores, review: TrustReview): void {
  putReview(stores, review, true)
  notify(stores, 'info', say.saved)
}

/** The first time it asks; with the question open it does it. */
export const withdrawTrust: Command = {
  id: 'trust.withdraw',
  title: title('trust.withdraw'),
  group: 'go',
  canRun(stores) {
    const shown = draftOnScreen(stores)
    if (!shown) return why.unread
    return shown.draft.read.status === 'untrusted' ? why.untrusted : shown.draft.busy ? why.busy : true
  },
  async run({ stores, link }) {
    const shown = draftOnScreen(stores)
    if (!shown) return
    const { id, draft } = shown
    if (!draft.confirming) return putDraft(stores, id, { confirming: true, fault: null })
    putDraft(stores, id, { confirming: false, busy: true })
    const reply: Reply<TrustReview> = await link.call('trust.withdraw', { workspaceId: id })
    if (reply.ok) putReview(stores, reply.value, true)
    else putDraft(stores, id, { busy: false, fault: reply.fault })
  },
}

export const keepTrust = (stores: Stores, id: WorkspaceId) => putDraft(stores, id, { confirming: false })

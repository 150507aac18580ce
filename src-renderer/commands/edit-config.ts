import type { AuthoringPreview, ConfigEdit, Fault, Json, WorkspaceId } from '@contract'
import { failed, keyIn, ready, type Stores, valueOf } from '../state/index.ts'
import type { Desk } from './command.ts'

export const config = 'workspace.yaml'

type Near = Pick<Desk, 'stores' | 'link'>

/** The text each preview is of; null: what is on disk. */
const textOf = new WeakMap<AuthoringPreview, string | null>()

const draftIn = (stores: Stores, key: string) => stores.files.getState().drafts[key]

function putPreview(stores: Stores, key: string, preview: AuthoringPreview): void {
  textOf.set(preview, draftIn(stores, key)?.text ?? null)
  stores.contract.setState(({ previews }) => ({ previews: { ...previews, [key]: ready(preview) } }))
}

/** The preview is of the text as it stands. */
export function isPreviewed(stores: Stores, workspaceId: WorkspaceId, file: string): boolean {
  const key = keyIn(workspaceId, file)
  const preview = valueOf(stores.contract.getState().previews[key])
  return preview !== null && textOf.get(preview) === (draftIn(stores, key)?.text ?? null)
}

type Make = (values: Json) => ConfigEdit[]

/**
 * Changes values of workspace.yaml in its draft, which the text editor shows too; nothing is saved. Only the edited
 * places of the text change. Gives what stood in the way, or null.
 */
async function editConfig(near: Near, workspaceId: WorkspaceId, make: Make): Promise<Fault | null> {
  const { stores, link } = near
  while (!isPreviewed(stores, workspaceId, config)) {
    await previewFile(near, workspaceId, config)
    const loaded = stores.contract.getState().previews[keyIn(workspaceId, config)]
    if (loaded?.kind === 'error') return loaded.fault
  }
  const key = keyIn(workspaceId, config)
  const before = draftIn(stores, key)
  const edits = make(valueOf(stores.contract.getState().previews[key])?.values ?? null)
  if (edits.length === 0) return null
  const reply = await link.call('authoring.edit', {
    workspaceId,
    edits,
    ...(before ? { text: before.text } : {}),
  })
  if (!reply.ok) return reply.fault
  const { after, before: original, baseSha256, diagnostics, effect, values, tokens } = reply.value
  const now = draftIn(stores, key)
  // Someone typed meanwhile: the edit is made anew on what stands there now.
  if (now?.text !== before?.text) return editConfig(near, workspaceId, make)
  // Without a file there is no hash to be based on.
  const fresh = { original, text: after, base: baseSha256 || null, saving: false, fault: null }
  const draft = now ? { ...now, text: after } : fresh
  // Changed back to what is on disk it is no edit any more.
  const isBack = after === draft.original && !draft.saving && !draft.fault
  stores.files.setState(({ drafts: { [key]: _, ...others } }) => ({
    drafts: isBack ? others : { ...others, [key]: draft },
  }))
  putPreview(stores, key, { diagnostics, effect, values, tokens })
  return null
}

/** The last edit that was begun of each desk. */
const queues = new WeakMap<Stores, Promise<unknown>>()

/**
 * One edit after the other, each made from the values as they are by then: the places in a list that a quick second
 * click means are those after the first.
 */
export function editConfigBy(near: Near, workspaceId: WorkspaceId, make: Make): Promise<Fault | null> {
  const edit = () => editConfig(near, workspaceId, make)
  const done = (queues.get(near.stores) ?? Promise.resolve()).then(edit, edit)
  queues.set(near.stores, done)
  return done
}

/** Done once every edit that was begun so far is in the draft. */
export const editsMade = (stores: Stores): Promise<unknown> => queues.get(stores) ?? Promise.resolve()

/** What the text of an authored file means as it stands: in its draft, else on disk. */
export async function previewFile(near: Near, workspaceId: WorkspaceId, file: string): Promise<void> {
  const { stores, link } = near
  const key = keyIn(workspaceId, file)
  const draft = draftIn(stores, key)
  const before = stores.contract.getState().previews[key]
  const reply = draft
    ? await link.call('authoring.preview', { workspaceId, path: file, text: draft.text })
    : await savedPreview(near, workspaceId, file)
  // An answer about an older text is not shown.
  if (draftIn(stores, key)?.text !== draft?.text) return
  // Another answer came meanwhile, and of what is on disk this may be the older one.
  if (stores.contract.getState().previews[key] !== before) return previewFile(near, workspaceId, file)
  if (reply.ok) {
    const { diagnostics, effect, values, tokens } = reply.value
    putPreview(stores, key, { diagnostics, effect, values, tokens })
  } else
    stores.contract.setState(({ previews }) => ({ previews: { ...previews, [key]: failed(reply.fault) } }))
}

async function savedPreview({ link }: Near, workspaceId: WorkspaceId, file: string) {
  if (file === config) return link.call('authoring.edit', { workspaceId, edits: [] })
  const content = await link.call('files.read', { workspaceId, path: file })
  if (!content.ok) return content
  const text = content.value.kind === 'text' ? content.value.text : ''
  return link.call('authoring.preview', { workspaceId, path: file, text })
}

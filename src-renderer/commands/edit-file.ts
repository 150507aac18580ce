import type { WorkspaceId } from '@contract'
import { notify } from '../bridge/index.ts'
import { type FileDraft, keyIn, type Stores, valueOf, words } from '../state/index.ts'
import { type Can, type Command, type Desk, title } from './command.ts'
import { config, editsMade } from './edit-config.ts'

/** A file of the workspace on screen by its path; absent: the file that is open in the Files pane. */
type Which = string | undefined

interface TheFile {
  workspaceId: WorkspaceId
  path: string
  key: string
}

function fileOf(stores: Stores, which: Which): TheFile | null {
  const { workspaceId } = stores.selection.getState()
  const path = which ?? (workspaceId ? stores.files.getState().open[workspaceId] : undefined)
  return workspaceId && path !== undefined ? { workspaceId, path, key: keyIn(workspaceId, path) } : null
}

const draftOf = (stores: Stores, key: string): FileDraft | undefined => stores.files.getState().drafts[key]

function putDraft(stores: Stores, key: string, draft: FileDraft | null): void {
  stores.files.setState(({ drafts: { [key]: _, ...others } }) => ({
    drafts: draft ? { ...others, [key]: draft } : others,
  }))
}

const hasDraft = (stores: Stores, which: Which): Can => {
  const file = fileOf(stores, which)
  return file && draftOf(stores, file.key) ? true : words.files.notEditing
}

/** Begins to edit a file. What is on disk stays as it is until it is saved. */
export const editFile: Command<Which> = {
  id: 'file.edit',
  title: title('file.edit'),
  group: 'go',
  canRun(stores, which) {
    const file = fileOf(stores, which)
    const content = file && valueOf(stores.files.getState().contents[file.key])
    if (!file || content?.kind !== 'text') return words.files.notText
    if (content.sha256 === null) return words.files.tooLarge
    return /^\.(signalbox|git)\//.test(file.path) ? words.files.notAuthored : true
  },
  async run({ stores }, which) {
    const file = fileOf(stores, which)
    const content = file && valueOf(stores.files.getState().contents[file.key])
    if (!file || content?.kind !== 'text' || content.sha256 === null) return
    const { text, sha256 } = content
    putDraft(stores, file.key, { original: text, text, base: sha256, saving: false, fault: null })
  },
}

/** Saves the edit, if the file still is what was edited. It takes effect on the next run. */
export const saveFile: Command<Which> = {
  id: 'file.save',
  title: title('file.save'),
  group: 'go',
  shortcut: 'Mod+S',
  canRun: hasDraft,
  async run({ stores, link }, which) {
    const file = fileOf(stores, which)
    const draft = file && draftOf(stores, file.key)
    if (!file || !draft || draft.saving) return
    const { workspaceId, path, key } = file
    putDraft(stores, key, { ...draft, saving: true, fault: null })
    const { text, base: baseSha256 } = draft
    const reply = await link.call('authoring.write', { workspaceId, path, text, baseSha256 })
    if (!reply.ok) {
      const now = draftOf(stores, key)
      // What was discarded meanwhile does not come back.
      if (now) putDraft(stores, key, { ...now, saving: false, fault: reply.fault })
      else notify(stores, 'failed', reply.fault.message)
      return
    }
    await link.load.file(workspaceId, path)
    const last = draftOf(stores, key)
    // What was typed while it was being saved is not lost: it is an edit of what was saved.
    const typed = last && last.text !== text
    putDraft(
      stores,
      key,
      typed ? { ...last, original: text, base: reply.value.sha256, saving: false, fault: null } : null,
    )
    notify(stores, 'info', words.files.saved(path))
  },
}

/** Gives the edit up and shows what is on disk. */
export const discardEdit: Command<Which> = {
  id: 'file.discard',
  title: title('file.discard'),
  group: 'go',
  canRun: hasDraft,
  async run({ stores, link }, which) {
    const file = fileOf(stores, which)
    if (!file) return
    // A field that was left by this very click has an edit on its way, which is given up too.
    if (file.path === config) await editsMade(stores)
    putDraft(stores, file.key, null)
    await link.load.file(file.workspaceId, file.path)
  },
}

/** It is not in its folder any more, rather than not to be read. */
async function isGone({ stores, link }: Pick<Desk, 'stores' | 'link'>, { workspaceId, path }: TheFile) {
  const folder = path.split('/').slice(0, -1).join('/')
  await link.load.folder(workspaceId, folder)
  const entries = valueOf(stores.files.getState().folders[keyIn(workspaceId, folder)])
  return entries !== null && !entries.some((entry) => entry.path === path)
}

/** Keeps the edit over what another program wrote meanwhile: the next save replaces that. */
export const keepEdit: Command<Which> = {
  id: 'file.keep',
  title: title('file.keep'),
  group: 'go',
  canRun(stores, which) {
    const file = fileOf(stores, which)
    return file && draftOf(stores, file.key)?.fault ? true : words.files.notEditing
  },
  async run({ stores, link }, which) {
    const file = fileOf(stores, which)
    if (!file) return
    await link.load.file(file.workspaceId, file.path)
    const loaded = stores.files.getState().contents[file.key]
    const content = valueOf(loaded)
    const draft = draftOf(stores, file.key)
    if (!draft) return
    if (loaded?.kind === 'error') {
      if (!(await isGone({ stores, link }, file))) return notify(stores, 'failed', loaded.fault.message)
      const now = draftOf(stores, file.key)
      return now && putDraft(stores, file.key, { ...now, original: '', base: null, fault: null })
    }
    if (content?.kind !== 'text' || content.sha256 === null) return
    putDraft(stores, file.key, { ...draft, original: content.text, base: content.sha256, fault: null })
  },
}

/** What the editor tells: the text as it is now. */
export function changeDraft(stores: Stores, key: string, text: string): void {
  const draft = draftOf(stores, key)
  if (draft) putDraft(stores, key, { ...draft, text })
}

/**
 * The text of a file as it is now, which may not be edited yet or not be there yet. Typed back to what is on disk it
 * is no edit any more.
 */
export function writeIn(stores: Stores, workspaceId: WorkspaceId, path: string, text: string): void {
  const key = keyIn(workspaceId, path)
  const draft = draftOf(stores, key)
  if (draft) {
    const isBack = text === draft.original && draft.base !== null && !draft.saving && !draft.fault
    putDraft(stores, key, isBack ? null : { ...draft, text })
    return
  }
  const content = valueOf(stores.files.getState().contents[key])
  if (content && (content.kind !== 'text' || content.sha256 === null)) return
  const saved = { original: content?.text ?? '', base: content?.sha256 ?? null }
  if (!content || text !== content.text) putDraft(stores, key, { ...saved, text, saving: false, fault: null })
}

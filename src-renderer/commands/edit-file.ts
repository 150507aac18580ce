import type { WorkspaceId } from '@contract'
import { type FileDraft, keyIn, type Stores, valueOf, words } from '../state/index.ts'
import { type Can, type Command, title } from './command.ts'

interface OpenFile {
  workspaceId: WorkspaceId
  path: string
  key: string
}

function openFile(stores: Stores): OpenFile | null {
  const { workspaceId } = stores.selection.getState()
  const path = workspaceId ? stores.files.getState().open[workspaceId] : undefined
  return workspaceId && path !== undefined ? { workspaceId, path, key: keyIn(workspaceId, path) } : null
}

function putDraft(stores: Stores, key: string, draft: FileDraft | null): void {
  stores.files.setState(({ drafts: { [key]: _, ...others } }) => ({
    drafts: draft ? { ...others, [key]: draft } : others,
  }))
}

const hasDraft = (stores: Stores): Can => {
  const file = openFile(stores)
  return file && stores.files.getState().drafts[file.key] ? true : words.files.notEditing
}

/** Begins to edit the file on screen. What is on disk stays as it is until it is saved. */
export const editFile: Command = {
  id: 'file.edit',
  title: title('file.edit'),
  group: 'go',
  canRun(stores) {
    const file = openFile(stores)
    const content = file && valueOf(stores.files.getState().contents[file.key])
    if (!file || content?.kind !== 'text') return words.files.notText
    if (content.sha256 === null) return words.files.tooLarge
    return /^\.(signalbox|git)\//.test(file.path) ? words.files.notAuthored : true
  },
  async run({ stores }) {
    const file = openFile(stores)
    const content = file && valueOf(stores.files.getState().contents[file.key])
    if (!file || content?.kind !== 'text' || content.sha256 === null) return
    const { text, sha256 } = content
    putDraft(stores, file.key, { original: text, text, base: sha256, saving: false, fault: null })
  },
}

/** Saves the edit, if the file still is what was edited. It takes effect on the next run. */
export const saveFile: Command = {
  id: 'file.save',
  title: title('file.save'),
  group: 'go',
  shortcut: 'Mod+S',
  canRun: hasDraft,
  async run({ stores, link }) {
    const file = openFile(stores)
    const draft = file && stores.files.getState().drafts[file.key]
    if (!file || !draft || draft.saving) return
    const { workspaceId, path, key } = file
    putDraft(stores, key, { ...draft, saving: true, fault: null })
    const { text, base: baseSha256 } = draft
    const reply = await link.call('authoring.write', { workspaceId, path, text, baseSha256 })
    if (!reply.ok) {
      const now = stores.files.getState().drafts[key] ?? draft
      putDraft(stores, key, { ...now, saving: false, fault: reply.fault })
      return
    }
    await link.load.file(workspaceId, path)
    putDraft(stores, key, null)
    stores.window.setState(({ notices }) => ({
      notices: [...notices, { id: Date.now(), tone: 'info', text: words.files.saved(path) }],
    }))
  },
}

/** Gives the edit up and shows what is on disk. */
export const discardEdit: Command = {
  id: 'file.discard',
  title: title('file.discard'),
  group: 'go',
  canRun: hasDraft,
  async run({ stores, link }) {
    const file = openFile(stores)
    if (!file) return
    putDraft(stores, file.key, null)
    await link.load.file(file.workspaceId, file.path)
  },
}

/** Keeps the edit over what another program wrote meanwhile: the next save replaces that. */
export const keepEdit: Command = {
  id: 'file.keep',
  title: title('file.keep'),
  group: 'go',
  canRun(stores) {
    const file = openFile(stores)
    return file && stores.files.getState().drafts[file.key]?.fault ? true : words.files.notEditing
  },
  async run({ stores, link }) {
    const file = openFile(stores)
    if (!file) return
    await link.load.file(file.workspaceId, file.path)
    const content = valueOf(stores.files.getState().contents[file.key])
    const draft = stores.files.getState().drafts[file.key]
    if (!draft || content?.kind !== 'text' || content.sha256 === null) return
    putDraft(stores, file.key, { ...draft, base: content.sha256, fault: null })
  },
}

/** What the editor tells: the text as it is now. */
export function changeDraft(stores: Stores, key: string, text: string): void {
  const draft = stores.files.getState().drafts[key]
  if (draft) putDraft(stores, key, { ...draft, text })
}

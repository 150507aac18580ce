import type { WorkspaceId } from '@contract'
import { type ImportDraft, type Stores, select, valueOf, words } from '../state/index.ts'
import { type Can, type Command, type Desk, title } from './command.ts'
import { showSection } from './show-section.ts'

const why = words.trustScreen.importing.whyNot

export const noImport: ImportDraft = {
  ticked: [],
  preview: null,
  busy: null,
  changed: false,
  fault: null,
  written: null,
}

const draftOf = (stores: Stores, id: WorkspaceId) => stores.contract.getState().importDrafts[id] ?? noImport

/** Changes what the operator is about to take over. */
export function putImport(stores: Stores, id: WorkspaceId, change: Partial<ImportDraft>): void {
  const draft = { ...draftOf(stores, id), ...change }
  stores.contract.setState(({ importDrafts }) => ({ importDrafts: { ...importDrafts, [id]: draft } }))
}

export function tickImport(stores: Stores, id: WorkspaceId, keys: string[], isTicked: boolean): void {
  const draft = draftOf(stores, id)
  const others = draft.ticked.filter((key) => !keys.includes(key))
  putImport(stores, id, { ticked: isTicked ? [...others, ...keys] : others, fault: null })
}

/** Looks for files of other products. Reads only. */
export const inspectImport: Command = {
  id: 'import.inspect',
  title: title('import.inspect'),
  group: 'go',
  canRun: (stores) => (select.currentWorkspace(stores) ? true : words.composer.whyNot.noWorkspace),
  async run(desk) {
    const { workspaceId: id } = desk.stores.selection.getState()
    if (!id) return
    const { busy, ticked } = draftOf(desk.stores, id)
    if (!busy) putImport(desk.stores, id, { ...noImport, ticked })
    desk.stores.contract.setState({ asked: id })
    void showSection.run(desk, 'import')
    await desk.link.load.imports(id)
  },
}

/** The ticked keys that the plan still has; an empty list makes a first workspace.yaml where there is none. */
function wanted(stores: Stores): { id: WorkspaceId; keys: string[]; can: Can } | null {
  const { workspaceId: id } = stores.selection.getState()
  const plan = id && valueOf(stores.contract.getState().imports[id])
  if (!id || !plan) return null
  const ticked = new Set(draftOf(stores, id).ticked)
  const keys = plan.items.filter(({ key }) => ticked.has(key)).map(({ key }) => key)
  return { id, keys, can: keys.length > 0 || !plan.hasWorkspace ? true : why.nothing }
}

async function preview({ stores, link }: Pick<Desk, 'stores' | 'link'>, id: WorkspaceId, keys: string[]) {
  putImport(stores, id, { busy: 'preview', fault: null })
  const reply = await link.call('imports.preview', { workspaceId: id, keys })
  if (reply.ok) putImport(stores, id, { busy: null, preview: { keys, value: reply.value } })
  else putImport(stores, id, { busy: null, preview: null, fault: { of: 'preview', fault: reply.fault } })
}

export const previewImport: Command = {
  id: 'import.preview',
  title: title('import.preview'),
  group: 'go',
  canRun(stores) {
    const wish = wanted(stores)
    if (!wish) return why.unread
    return draftOf(stores, wish.id).busy ? why.busy : wish.can
  },
  async run(desk) {
    const wish = wanted(desk.stores)
    if (!wish) return
    putImport(desk.stores, wish.id, { changed: false, written: null })
    void showSection.run(desk, 'import')
    await preview(desk, wish.id, wish.keys)
  },
}

/** Writes exactly what was shown. Where the folder changed meanwhile, it shows that instead and writes nothing. */
export const applyImport: Command = {
  id: 'import.apply',
  title: title('import.apply'),
  group: 'go',
  canRun(stores) {
    const { workspaceId: id } = stores.selection.getState()
    const draft = id && draftOf(stores, id)
    if (!draft?.preview || draft.written) return why.noPreview
    return draft.busy ? why.busy : true
  },
  async run(desk) {
    const { stores, link } = desk
    const { workspaceId: id } = stores.selection.getState()
    const shown = id && draftOf(stores, id).preview
    if (!id || !shown) return
    const { keys, value } = shown
    putImport(stores, id, { busy: 'write', fault: null, changed: false })
    const reply = await link.call('imports.apply', { workspaceId: id, keys, digest: value.digest })
    if (reply.ok) {
      putImport(stores, id, { ...noImport, written: reply.value.written })
      await Promise.all([link.load.workspace(id), link.load.imports(id)])
      return
    }
    putImport(stores, id, { busy: null })
    if (reply.fault.code !== 'import_changed')
      return putImport(stores, id, { fault: { of: 'write', fault: reply.fault } })
    await link.load.imports(id)
    await preview(desk, id, keys)
    putImport(stores, id, { changed: true })
  },
}

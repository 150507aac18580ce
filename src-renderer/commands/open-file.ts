import { keyIn } from '../state/index.ts'
import { always, type Command, type Desk, title } from './command.ts'

export interface FilePlace {
  path: string
  line?: number
}

function expandTo(
  desk: Desk,
  workspaceId: Parameters<Desk['link']['load']['folder']>[0],
  path: string,
): void {
  const { files } = desk.stores
  const parts = path.split('/').slice(0, -1)
  const parents = parts.map((_, at) => parts.slice(0, at + 1).join('/'))
  const open = files.getState().expanded[workspaceId] ?? []
  const fresh = parents.filter((parent) => !open.includes(parent))
  if (fresh.length > 0)
    files.setState(({ expanded }) => ({ expanded: { ...expanded, [workspaceId]: [...open, ...fresh] } }))
  for (const parent of fresh) void desk.link.load.folder(workspaceId, parent)
}

/** Shows a file of the workspace on screen, at a line when one is given. */
export const openFile: Command<FilePlace> = {
  id: 'file.open',
  title: title('file.open'),
  group: 'go',
  canRun: always,
  async run(desk, { path, line }) {
    const { stores, link, ports } = desk
    const { workspaceId } = stores.selection.getState()
    if (!workspaceId) return
    ports.focusPane('files')
    expandTo(desk, workspaceId, path)
    const goTo = line ? { key: keyIn(workspaceId, path), line } : null
    stores.files.setState(({ open }) => ({ open: { ...open, [workspaceId]: path }, goTo }))
    await link.load.file(workspaceId, path)
  },
}

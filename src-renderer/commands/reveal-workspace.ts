import type { WorkspaceId } from '@contract'
import { notify } from '../bridge/index.ts'
import { words } from '../state/index.ts'
import { type Command, title } from './command.ts'

export interface FolderPlace {
  workspaceId: WorkspaceId
  path?: string
}

/** Without a place: the folder of the workspace on screen. */
export const revealWorkspace: Command<FolderPlace | undefined> = {
  id: 'workspace.reveal',
  title: title('workspace.reveal'),
  group: 'go',
  canRun: (stores, place) =>
    place || stores.selection.getState().workspaceId ? true : words.composer.whyNot.noWorkspace,
  async run({ stores, link }, place) {
    const workspaceId = place?.workspaceId ?? stores.selection.getState().workspaceId
    if (!workspaceId) return
    const reply = await link.call('workspaces.reveal', {
      workspaceId,
      ...(place?.path && { path: place.path }),
    })
    if (!reply.ok) notify(stores, 'failed', reply.fault.message)
  },
}

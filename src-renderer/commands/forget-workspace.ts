import type { WorkspaceId } from '@contract'
import { notify } from '../bridge/index.ts'
import { ready, valueOf } from '../state/index.ts'
import { always, type Command, title } from './command.ts'
import { openWorkspaceAtNewest } from './open-workspace.ts'

export const forgetWorkspace: Command<WorkspaceId> = {
  id: 'workspace.forget',
  title: title('workspace.forget'),
  group: 'go',
  canRun: always,
  async run(desk, workspaceId) {
    const { stores, link } = desk
    const reply = await link.call('workspaces.forget', { workspaceId })
    if (!reply.ok) return notify(stores, 'failed', reply.fault.message)
    link.unwatchWorkspace(workspaceId)
    const left = (valueOf(stores.workspaces.getState().list) ?? []).filter(
      (other) => other.id !== workspaceId,
    )
    stores.workspaces.setState({ list: ready(left) })
    stores.sessions.setState(({ byWorkspace }) => {
      const { [workspaceId]: _, ...others } = byWorkspace
      return { byWorkspace: others }
    })
    if (stores.selection.getState().workspaceId !== workspaceId) return
    stores.selection.setState({ workspaceId: null, sessionId: null })
    if (left[0]) await openWorkspaceAtNewest(desk, left[0].id)
  },
}

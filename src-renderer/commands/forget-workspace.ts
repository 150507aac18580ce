import type { WorkspaceId } from '@contract'
import { notify } from '../bridge/index.ts'
import { keyIn, ready, type Stores, valueOf } from '../state/index.ts'
import { always, type Command, title } from './command.ts'
import { openWorkspaceAtNewest } from './open-workspace.ts'

/** What was read of it, and ticked for it, is not there when the folder is opened again. */
function forgetContract({ contract }: Stores, workspaceId: WorkspaceId): void {
  const others = <V>(map: Record<string, V>): Record<string, V> =>
    Object.fromEntries(
      Object.entries(map).filter(([key]) => key !== workspaceId && !key.startsWith(keyIn(workspaceId, ''))),
    )
  contract.setState((state) => ({
    section: others(state.section),
    previews: others(state.previews),
    reviews: others(state.reviews),
    preflights: others(state.preflights),
    imports: others(state.imports),
    trustDrafts: others(state.trustDrafts),
    preflightWishes: others(state.preflightWishes),
    importDrafts: others(state.importDrafts),
  }))
}

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
    forgetContract(stores, workspaceId)
    if (stores.selection.getState().workspaceId !== workspaceId) return
    stores.selection.setState({ workspaceId: null, sessionId: null })
    if (left[0]) await openWorkspaceAtNewest(desk, left[0].id)
  },
}

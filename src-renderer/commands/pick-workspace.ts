import { notify } from '../bridge/index.ts'
import { putWorkspace, words } from '../state/index.ts'
import { always, type Command, title } from './command.ts'
import { openWorkspaceAtNewest } from './open-workspace.ts'

export const pickWorkspace: Command = {
  id: 'workspace.pick',
  title: title('workspace.pick'),
  group: 'go',
  shortcut: 'Mod+O',
  canRun: always,
  async run(desk) {
    const reply = await desk.link.call('workspaces.pick', {})
    if (!reply.ok) return notify(desk.stores, 'failed', `${words.errors.notOpened}: ${reply.fault.message}`)
    if (!reply.value) return
    putWorkspace(desk.stores, reply.value)
    await openWorkspaceAtNewest(desk, reply.value.id)
  },
}

import { notify } from '../bridge/index.ts'
import { putWorkspace, select, words } from '../state/index.ts'
import { always, type Command, title } from './command.ts'
import { reviewTrust } from './grant-trust.ts'
import { inspectImport } from './import-folder.ts'
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
    const { id, trusted } = reply.value
    putWorkspace(desk.stores, reply.value)
    await openWorkspaceAtNewest(desk, id)
    if (desk.stores.selection.getState().workspaceId !== id) return
    if (select.lacksConfig(desk.stores)) await inspectImport.run(desk)
    else if (!trusted) void reviewTrust.run(desk)
  },
}

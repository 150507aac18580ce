import type { WorkspaceId } from '@contract'
import { words } from '../state/index.ts'
import { type Command, title } from './command.ts'
import { enterWorkspace } from './open-workspace.ts'

/** An empty transcript; the session itself is made by its first run. Without a workspace: the one on screen. */
export const newSession: Command<WorkspaceId | undefined> = {
  id: 'session.new',
  title: title('session.new'),
  group: 'run',
  shortcut: 'Mod+N',
  canRun: (stores, workspaceId) =>
    workspaceId || stores.selection.getState().workspaceId ? true : words.composer.whyNot.noWorkspace,
  async run(desk, workspaceId) {
    const { stores, ports } = desk
    if (workspaceId && workspaceId !== stores.selection.getState().workspaceId)
      await enterWorkspace(desk, workspaceId)
    stores.selection.setState({ sessionId: null, reveal: null })
    ports.focusComposer()
  },
}

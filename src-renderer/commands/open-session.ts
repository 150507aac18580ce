import type { SessionId, WorkspaceId } from '@contract'
import { runMark, words } from '../state/index.ts'
import { always, type Command, type Desk, title } from './command.ts'
import { enterWorkspace, keepHarness } from './open-workspace.ts'

export async function showSession(desk: Desk, workspaceId: WorkspaceId, sessionId: SessionId): Promise<void> {
  if (desk.stores.selection.getState().workspaceId !== workspaceId) await enterWorkspace(desk, workspaceId)
  desk.stores.selection.setState({ workspaceId, sessionId, reveal: null })
  await desk.link.showSession(sessionId)
}

export interface SessionPlace {
  workspaceId: WorkspaceId
  sessionId: SessionId
}

export const openSession: Command<SessionPlace> = {
  id: 'session.open',
  title: title('session.open'),
  group: 'sessions',
  canRun: always,
  async run(desk, { workspaceId, sessionId }) {
    await showSession(desk, workspaceId, sessionId)
    keepHarness(desk.stores, workspaceId)
  },
  choices(stores) {
    return Object.values(stores.sessions.getState().byWorkspace)
      .flat()
      .sort((one, other) => other.updatedAt - one.updatedAt)
      .slice(0, 40)
      .map((session) => ({
        key: session.id,
        label: session.title || words.run.newSession,
        note: session.state ? runMark(session.state).word : undefined,
        arg: { workspaceId: session.workspaceId, sessionId: session.id },
      }))
  },
}

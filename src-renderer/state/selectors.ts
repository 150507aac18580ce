import {
  type AppView,
  type HarnessInfo,
  isTerminal,
  type RunState,
  type RunView,
  type SessionKind,
  type SessionSummary,
  type SessionView,
  type WorkspaceId,
  type WorkspaceSummary,
  type WorkspaceView,
} from '@contract'
import { valueOf } from './loaded.ts'
import type { Draft, Stores } from './stores.ts'

/** Questions about the whole window. Each reads what it needs and keeps nothing. */

function currentWorkspace(stores: Stores): WorkspaceSummary | null {
  const id = stores.selection.getState().workspaceId
  return (valueOf(stores.workspaces.getState().list) ?? []).find((workspace) => workspace.id === id) ?? null
}

function currentView(stores: Stores): WorkspaceView | null {
  const id = stores.selection.getState().workspaceId
  return id ? valueOf(stores.workspaces.getState().views[id]) : null
}

/** The folder is there, and no workspace.yaml in it. */
function lacksConfig(stores: Stores): boolean {
  const view = currentView(stores)
  return view?.diagnostics.some(({ code }) => code === 'workspace_missing') === true
}

function currentSession(stores: Stores): SessionView | null {
  const id = stores.selection.getState().sessionId
  return id ? valueOf(stores.transcript.getState().views[id]) : null
}

/** The newest run of the session on screen. */
function currentRun(stores: Stores): RunView | null {
  return currentSession(stores)?.runs.at(-1) ?? null
}

/** The run the inspector shows: the chosen one while its session is on screen, else the newest. */
function inspectedRun(stores: Stores): RunView | null {
  const wanted = stores.packages.getState().inspected
  return currentSession(stores)?.runs.find((run) => run.id === wanted) ?? currentRun(stores)
}

function activeRun(stores: Stores): RunView | null {
  const run = currentRun(stores)
  return run && !isTerminal(run.state) ? run : null
}

/** The kind of the session on screen, once it has a run; null for one that is yet to begin. */
function sessionKind(stores: Stores): SessionKind | null {
  return currentSession(stores)?.runs[0]?.sessionKind ?? null
}

function harnesses(stores: Stores): HarnessInfo[] {
  return valueOf(stores.product.getState().info)?.harnesses ?? []
}

function harnessOf(stores: Stores, id: string): HarnessInfo | null {
  return harnesses(stores).find((harness) => harness.id === id) ?? null
}

function draftOf(stores: Stores, workspaceId: WorkspaceId | null): Draft {
  const draft = workspaceId ? stores.composer.getState().drafts[workspaceId] : undefined
  return draft ?? { text: '', harness: '', kind: 'main', tape: null }
}

function appOf(stores: Stores, workspaceId: WorkspaceId, appId: string): AppView | null {
  return stores.apps.getState().byWorkspace[workspaceId]?.find((app) => app.id === appId) ?? null
}

const needsYou = (state: RunState | null) => state === 'waiting_approval' || state === 'waiting_answer'
const isActive = (state: RunState | null) => state !== null && !isTerminal(state)

/** The left list in its groups; each session stands in the first group it belongs to. */
function sessionGroups(sessions: SessionSummary[], sameDay: (time: number) => boolean) {
  const needs = sessions.filter((session) => needsYou(session.state))
  const running = sessions.filter((session) => isActive(session.state) && !needsYou(session.state))
  const today = sessions.filter(
    (session) => session.state !== null && !isActive(session.state) && sameDay(session.updatedAt),
  )
  const grouped = new Set([...needs, ...running, ...today].map((session) => session.id))
  return { needs, running, today, earlier: sessions.filter((session) => !grouped.has(session.id)) }
}

export const select = {
  currentWorkspace,
  currentView,
  lacksConfig,
  currentSession,
  currentRun,
  inspectedRun,
  activeRun,
  sessionKind,
  harnesses,
  harnessOf,
  draftOf,
  appOf,
  needsYou,
  isActive,
  sessionGroups,
}

import {
  type AppView,
  type Envelope,
  type Output,
  type ReduceOutcome,
  reduceSession,
  type ServerView,
  type SessionId,
  type SessionSummary,
  type SessionView,
  type WorkspaceId,
  type WorkspaceSummary,
} from '@contract'
import { ready, valueOf } from './loaded.ts'
import type { Stores } from './stores.ts'

/** Puts envelopes of one session into its view with one change of the store. Stops at the first gap. */
export function applyToSession(
  stores: Stores,
  sessionId: SessionId,
  envelopes: readonly Envelope[],
): { outcome: ReduceOutcome; applied: number } {
  const before = valueOf(stores.transcript.getState().views[sessionId])
  if (!before) return { outcome: 'stale', applied: 0 }
  let view: SessionView = before
  let outcome: ReduceOutcome = 'stale'
  let applied = 0
  for (const envelope of envelopes) {
    const step = reduceSession(view, envelope)
    outcome = step.outcome
    if (outcome === 'gap') break
    view = step.view
    applied++
  }
  if (view !== before) setView(stores, view)
  return { outcome, applied }
}

export function setView(stores: Stores, view: SessionView): void {
  stores.transcript.setState((state) => ({ views: { ...state.views, [view.sessionId]: ready(view) } }))
}

/** What an envelope says beside the transcript: lists and states that more than one pane shows. */
export function applyEnvelope(stores: Stores, envelope: Envelope): void {
  const { event, stream } = envelope
  switch (event.type) {
    case 'session.changed':
      return putSession(stores, event.session)
    case 'workspace.changed':
      return putWorkspace(stores, event.workspace)
    case 'app.changed':
      return putApp(stores, event.app)
    case 'server.changed':
      return stream.kind === 'workspace' ? putServer(stores, stream.id, event.server) : undefined
    case 'store.trouble':
      return stores.window.setState({ storeFault: event.fault })
    case 'capability.state':
      return stream.kind === 'workspace' ? putCapability(stores, stream.id, event) : undefined
    case 'output.created':
    case 'output.updated':
      return putOutput(stores, event.output)
    default:
      return
  }
}

function putServer(stores: Stores, workspaceId: WorkspaceId, server: ServerView): void {
  stores.workspaces.setState(({ views }) => {
    const view = valueOf(views[workspaceId])
    if (!view) return {}
    const servers = view.servers.map((other) => (other.id === server.id ? server : other))
    return { views: { ...views, [workspaceId]: ready({ ...view, servers }) } }
  })
}

function putSession(stores: Stores, session: SessionSummary): void {
  stores.sessions.setState(({ byWorkspace }) => {
    const others = (byWorkspace[session.workspaceId] ?? []).filter((other) => other.id !== session.id)
    const sorted = [...others, session].sort((one, other) => other.updatedAt - one.updatedAt)
    return { byWorkspace: { ...byWorkspace, [session.workspaceId]: sorted } }
  })
}

export function putWorkspace(stores: Stores, workspace: WorkspaceSummary): void {
  stores.workspaces.setState(({ list, views }) => {
    const old = valueOf(list) ?? []
    const known = old.some((other) => other.id === workspace.id)
    const next = known
      ? old.map((other) => (other.id === workspace.id ? workspace : other))
      : [...old, workspace]
    const view = valueOf(views[workspace.id])
    return {
      list: ready(next),
      views: view ? { ...views, [workspace.id]: ready({ ...view, summary: workspace }) } : views,
    }
  })
}

export function putApp(stores: Stores, app: AppView): void {
  stores.apps.setState(({ byWorkspace }) => {
    const old = byWorkspace[app.workspaceId] ?? []
    const known = old.some((other) => other.id === app.id)
    const next = known ? old.map((other) => (other.id === app.id ? app : other)) : [...old, app]
    return { byWorkspace: { ...byWorkspace, [app.workspaceId]: next } }
  })
}

type CapabilityEvent = Extract<Envelope['event'], { type: 'capability.state' }>

function putCapability(stores: Stores, workspaceId: WorkspaceId, event: CapabilityEvent): void {
  if (event.kind === 'app') {
    const app = stores.apps.getState().byWorkspace[workspaceId]?.find((other) => other.id === event.id)
    if (app) putApp(stores, { ...app, state: event.state, detail: event.detail })
    return
  }
  stores.workspaces.setState(({ views }) => {
    const view = valueOf(views[workspaceId])
    if (!view) return { views }
    const servers = view.servers.map((server) =>
      server.id === event.id ? { ...server, state: event.state, detail: event.detail } : server,
    )
    return { views: { ...views, [workspaceId]: ready({ ...view, servers }) } }
  })
}

function putOutput(stores: Stores, output: Output): void {
  const workspaceId = workspaceOfSession(stores, output.sessionId)
  if (!workspaceId) return
  stores.outputs.setState(({ byWorkspace }) => {
    const old = valueOf(byWorkspace[workspaceId])
    // Not asked for yet: the list is complete when it is.
    if (!old) return { byWorkspace }
    const next = [output, ...old.filter((other) => other.id !== output.id)]
    return { byWorkspace: { ...byWorkspace, [workspaceId]: ready(next) } }
  })
}

function workspaceOfSession(stores: Stores, sessionId: SessionId): WorkspaceId | null {
  for (const list of Object.values(stores.sessions.getState().byWorkspace)) {
    const session = list.find((other) => other.id === sessionId)
    if (session) return session.workspaceId
  }
  return null
}

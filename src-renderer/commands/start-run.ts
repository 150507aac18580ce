import type { RunStart } from '@contract'
import { type Stores, select, valueOf, words } from '../state/index.ts'
import { type Can, type Command, type Desk, title } from './command.ts'
import { showSession } from './open-session.ts'

const why = words.composer.whyNot

/** Why a run with this harness cannot start here, whatever the instruction. */
export function startObstacle(stores: Stores, harness: string): Can {
  const workspace = select.currentWorkspace(stores)
  if (!workspace) return why.noWorkspace
  if (stores.window.getState().storeFault) return why.store
  if (workspace.state === 'missing') return why.missing
  if (!workspace.trusted) return why.untrusted
  const view = select.currentView(stores)
  if (!view) return why.loading
  const errors = view.diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length
  if (errors > 0) return why.errors(errors)
  if (select.activeRun(stores)) return why.active
  if (stores.composer.getState().sending) return why.sending
  if (harness === 'rehearsal' && view.tapes.length === 0) return why.rehearsal
  const models = valueOf(stores.product.getState().models)
  const needsModel = select.harnessOf(stores, harness)?.needsModel === true
  const named = view.agent && view.agent.model !== 'auto'
  if (needsModel && !models?.choice && !named) return why.model
  return true
}

/** Asks for a run, then shows its session. The reply is a promise of events, not of a result. */
export async function sendInstruction(desk: Desk, start: RunStart): Promise<boolean> {
  const { composer } = desk.stores
  composer.setState({ sending: true, fault: null })
  const reply = await desk.link.call('runs.start', start)
  // Until its session is on screen the same words could be sent a second time.
  if (reply.ok) await showSession(desk, start.workspaceId, reply.value.sessionId)
  composer.setState({ sending: false, fault: reply.ok ? null : reply.fault })
  return reply.ok
}

export const startRun: Command = {
  id: 'run.start',
  title: title('run.start'),
  group: 'run',
  shortcut: 'Mod+Enter',
  canRun(stores) {
    const draft = select.draftOf(stores, stores.selection.getState().workspaceId)
    const obstacle = startObstacle(stores, draft.harness)
    if (obstacle !== true) return obstacle
    return draft.text.trim() === '' ? why.empty : true
  },
  async run(desk) {
    const { selection, composer } = desk.stores
    const { workspaceId, sessionId } = selection.getState()
    if (!workspaceId) return
    const draft = select.draftOf(desk.stores, workspaceId)
    const sent = await sendInstruction(desk, {
      workspaceId,
      ...(sessionId && { sessionId }),
      instruction: draft.text.trim(),
      // A session keeps the kind it was begun with.
      kind: select.sessionKind(desk.stores) ?? draft.kind,
      harness: draft.harness,
      ...(draft.tape && draft.harness === 'rehearsal' && { tape: draft.tape }),
    })
    const now = select.draftOf(desk.stores, workspaceId)
    // What was typed meanwhile stays.
    if (!sent || now.text !== draft.text) return
    const drafts = { ...composer.getState().drafts, [workspaceId]: { ...now, text: '', tape: null } }
    composer.setState({ drafts })
  },
}

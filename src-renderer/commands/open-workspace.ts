import type { WorkspaceId } from '@contract'
import { type Draft, type Stores, select, valueOf } from '../state/index.ts'
import { always, type Command, type Desk, title } from './command.ts'

/** Makes it the one on screen and asks for what its panes show. Starts nothing of it. */
export async function enterWorkspace(desk: Desk, workspaceId: WorkspaceId): Promise<void> {
  const { stores, link } = desk
  stores.selection.setState({ workspaceId, sessionId: null, reveal: null })
  stores.outputs.setState({ preview: null })
  stores.composer.setState({ fault: null })
  void link.call('settings.write', { key: 'workspace', value: workspaceId })
  await Promise.all([
    link.watchWorkspace(workspaceId),
    link.load.workspace(workspaceId),
    link.load.sessions(workspaceId),
    link.load.outputs(workspaceId),
  ])
  prepareDraft(stores, workspaceId)
}

/** The first text of the composer: on the first start, the sample's own tape, rehearsed. */
function prepareDraft(stores: Stores, workspaceId: WorkspaceId): void {
  const { drafts } = stores.composer.getState()
  const view = valueOf(stores.workspaces.getState().views[workspaceId])
  const begun = drafts[workspaceId]
  if (begun?.harness || !view) return
  const tape = view.tapes[0]
  const isSample = valueOf(stores.product.getState().info)?.sampleWorkspaceId === workspaceId
  const isFirst = (stores.sessions.getState().byWorkspace[workspaceId] ?? []).length === 0
  const known = select.harnessOf(stores, view.agent?.harness ?? '')
  const usual = known?.id ?? select.harnesses(stores)[0]?.id ?? 'loop'
  const draft: Draft =
    tape && isSample && isFirst && select.harnessOf(stores, 'rehearsal')
      ? { text: tape.instruction, harness: 'rehearsal', kind: 'main', tape: tape.path }
      : { text: '', harness: usual, kind: 'main', tape: null }
  // What was typed before the workspace was read stays.
  if (begun?.text) Object.assign(draft, { text: begun.text, tape: null })
  stores.composer.setState({ drafts: { ...drafts, [workspaceId]: draft } })
}

/** A session goes on with the harness it was last run with, unless something is being written already. */
export function keepHarness(stores: Stores, workspaceId: WorkspaceId): void {
  const { harness } = select.currentRun(stores) ?? {}
  const draft = select.draftOf(stores, workspaceId)
  if (harness === undefined || draft.text !== '' || !select.harnessOf(stores, harness)) return
  stores.composer.setState(({ drafts }) => ({ drafts: { ...drafts, [workspaceId]: { ...draft, harness } } }))
}

/** With its newest session, if it has one. */
export async function openWorkspaceAtNewest(desk: Desk, workspaceId: WorkspaceId): Promise<void> {
  await enterWorkspace(desk, workspaceId)
  const { stores, link } = desk
  const newest = stores.sessions.getState().byWorkspace[workspaceId]?.[0]
  // The operator may have gone elsewhere while this was read.
  if (!newest || stores.selection.getState().workspaceId !== workspaceId) return
  stores.selection.setState({ sessionId: newest.id })
  await link.showSession(newest.id)
  keepHarness(stores, workspaceId)
}

export const openWorkspace: Command<WorkspaceId> = {
  id: 'workspace.open',
  title: title('workspace.open'),
  group: 'go',
  canRun: always,
  run: openWorkspaceAtNewest,
  choices(stores) {
    const { workspaceId } = stores.selection.getState()
    return (valueOf(stores.workspaces.getState().list) ?? [])
      .filter((workspace) => workspace.id !== workspaceId)
      .map((workspace) => ({
        key: workspace.id,
        label: workspace.name,
        note: workspace.path,
        arg: workspace.id,
      }))
  },
}

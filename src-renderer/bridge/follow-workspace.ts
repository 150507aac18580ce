import { type Envelope, isDurable, type StreamRef, type WorkspaceId } from '@contract'
import { applyEnvelope, keyIn, type Stores } from '../state/index.ts'
import type { Call } from './call.ts'
import type { Loads } from './loads.ts'

export interface WorkspaceFollower {
  open(): Promise<void>
  take(envelopes: Envelope[]): void
  close(): void
}

const parentOf = (path: string) => path.split('/').slice(0, -1).join('/')

/**
 * Follows a workspace's stream. Its live envelopes carry whole views, so the order among them is enough; only a
 * missing fact, or a change of the authored files, asks for the workspace again.
 */
export function followWorkspace(
  stores: Stores,
  call: Call,
  loads: Loads,
  workspaceId: WorkspaceId,
): WorkspaceFollower {
  const stream: StreamRef = { kind: 'workspace', id: workspaceId }
  let last: number | null = null
  let refreshing = false
  let again = false

  async function refresh(): Promise<void> {
    if (!stores.workspaces.getState().views[workspaceId]) return
    // A change that comes while the answer is on its way may not be in it.
    again = refreshing
    if (refreshing) return
    refreshing = true
    await loads.workspace(workspaceId)
    refreshing = false
    if (again) await refresh()
  }

  function filesChanged(folders: string[]): void {
    const files = stores.files.getState()
    for (const folder of folders)
      if (files.folders[keyIn(workspaceId, folder)]) void loads.folder(workspaceId, folder)
    const open = files.open[workspaceId]
    if (open !== undefined && folders.includes(parentOf(open))) void loads.file(workspaceId, open)
  }

  /** False for a fact that is known already. */
  function isNews(envelope: Envelope): boolean {
    if (!isDurable(envelope)) return true
    const isFirst = last === null
    if (!isFirst && envelope.seq <= (last ?? 0)) return false
    if (!isFirst && envelope.seq > (last ?? 0) + 1) void refresh()
    last = envelope.seq
    return true
  }

  return {
    async open() {
      await call('streams.watch', { stream })
    },
    take(envelopes) {
      for (const envelope of envelopes.filter(isNews)) {
        applyEnvelope(stores, envelope)
        if (envelope.event.type === 'files.changed') filesChanged(envelope.event.folders)
        if (envelope.event.type === 'workspace.changed') void refresh()
      }
    },
    close() {
      void call('streams.unwatch', { stream })
    },
  }
}

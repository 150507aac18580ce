import { type Envelope, type OperatorBridge, type SessionId, streamKey, type WorkspaceId } from '@contract'
import type { Stores } from '../state/index.ts'
import { type Call, callThrough } from './call.ts'
import { SessionFollower } from './follow-session.ts'
import { followWorkspace, type WorkspaceFollower } from './follow-workspace.ts'
import { batchPerFrame, type Frames, paintFrames } from './frames.ts'
import { createLoads, type Loads } from './loads.ts'
import { createLogReader } from './read-log.ts'

/** The window's side of the door: calls, what is followed, and what is loaded. */
export interface Link {
  call: Call
  load: Loads
  /** Follows this session and no other; a session that is followed already is left alone. */
  showSession(sessionId: SessionId): Promise<void>
  /** Takes the snapshot again, after an error. */
  reopenSession(sessionId: SessionId): Promise<void>
  watchWorkspace(workspaceId: WorkspaceId): Promise<void>
  unwatchWorkspace(workspaceId: WorkspaceId): void
  readLog(sessionId: SessionId): Promise<void>
  close(): void
}

function byStream(batch: Envelope[]): Map<string, Envelope[]> {
  const groups = new Map<string, Envelope[]>()
  for (const envelope of batch) {
    const key = streamKey(envelope.stream)
    const group = groups.get(key)
    if (group) group.push(envelope)
    else groups.set(key, [envelope])
  }
  return groups
}

export function createLink(bridge: OperatorBridge, stores: Stores, frames: Frames = paintFrames): Link {
  const call = callThrough(bridge)
  const load = createLoads(stores, call)
  const workspaces = new Map<string, WorkspaceFollower>()
  let shown: { sessionId: SessionId; follower: SessionFollower } | null = null

  function deliver(batch: Envelope[]): void {
    for (const [key, envelopes] of byStream(batch)) {
      if (shown && key === `session:${shown.sessionId}`) shown.follower.take(envelopes)
      else workspaces.get(key)?.take(envelopes)
    }
  }

  const stop = bridge.onPush(batchPerFrame(frames, deliver))

  async function reopenSession(sessionId: SessionId): Promise<void> {
    shown?.follower.close()
    const follower = new SessionFollower(stores, call, sessionId)
    shown = { sessionId, follower }
    // A log that was read before may have holes now; reading it again starts at its end.
    stores.activity.setState(({ logs }) => {
      const log = logs[sessionId]
      return log ? { logs: { ...logs, [sessionId]: { ...log, complete: false } } } : { logs }
    })
    await follower.open()
  }

  return {
    call,
    load,
    readLog: createLogReader(stores, call),
    reopenSession,
    async showSession(sessionId) {
      if (shown?.sessionId !== sessionId) await reopenSession(sessionId)
    },
    async watchWorkspace(workspaceId) {
      const key = `workspace:${workspaceId}`
      if (workspaces.has(key)) return
      const follower = followWorkspace(stores, call, load, workspaceId)
      workspaces.set(key, follower)
      await follower.open()
    },
    unwatchWorkspace(workspaceId) {
      const key = `workspace:${workspaceId}`
      workspaces.get(key)?.close()
      workspaces.delete(key)
    },
    close() {
      stop()
      shown?.follower.close()
      for (const follower of workspaces.values()) follower.close()
    },
  }
}

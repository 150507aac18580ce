import type { RunId, RunView, WorkspaceId } from '@contract'
import { useMemo } from 'react'
import { useFrom, useSelect } from '../../commands/index.ts'
import { runMark, select, words } from '../../state/index.ts'
import { shortTime } from '../../ui/index.ts'
import { inShort } from './in-short.ts'

export interface Candidate {
  runId: RunId
  label: string
  note: string
  /** It began after the run on screen: then the change is told from that one to it. */
  isLater: boolean
}

/** How many other sessions are offered; older ones are reached by opening them. */
const others = 12

/** The runs a run can be held against: others of its session, newest first, then the newest of other sessions. */
export function useCandidates(run: RunView, workspaceId: WorkspaceId): Candidate[] {
  const session = useSelect(select.currentSession)
  const sessions = useFrom('sessions', ({ byWorkspace }) => byWorkspace[workspaceId])
  return useMemo(() => {
    const at = session?.runs.findIndex((one) => one.id === run.id) ?? -1
    const earlier = session?.runs.slice(0, Math.max(0, at)).toReversed() ?? []
    const later = session?.runs.slice(at + 1) ?? []
    const own = [...earlier, ...later].map((one) => ({
      runId: one.id,
      label: labelOf(one.queuedAt, runMark(one.state).word, run.queuedAt),
      isLater: one.queuedAt > run.queuedAt,
      note: `${words.inspector.compare.thisSession} · ${inShort(one.instruction)}`,
    }))
    const elsewhere = (sessions ?? []).flatMap(({ id, runId, state, title, startedAt, updatedAt }) =>
      runId && state && id !== session?.sessionId
        ? [
            {
              runId,
              label: labelOf(startedAt ?? updatedAt, runMark(state).word, run.queuedAt),
              note: title,
              isLater: (startedAt ?? updatedAt) > run.queuedAt,
            },
          ]
        : [],
    )
    return [...own, ...elsewhere.slice(0, others)]
  }, [session, sessions, run.id, run.queuedAt])
}

const labelOf = (time: number, word: string, now: number) => words.inspector.runOf(shortTime(time, now), word)

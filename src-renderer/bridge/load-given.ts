import type { RunId } from '@contract'
import { failed, loading, ready, type Stores } from '../state/index.ts'
import type { Call } from './call.ts'

/** One question per run at a time. What was read before stays on screen until the new answer is there. */
export function givenLoad({ packages }: Stores, call: Call) {
  const asking = new Set<RunId>()
  return {
    async given(runId: RunId, isOver: boolean): Promise<void> {
      if (asking.has(runId)) return
      asking.add(runId)
      packages.setState(({ given }) => ({
        given: { ...given, [runId]: given[runId]?.kind === 'ready' ? given[runId] : loading },
      }))
      const reply = await call('runs.given', { runId })
      asking.delete(runId)
      const loaded = reply.ok
        ? ready({ view: reply.value, whole: isOver, at: Date.now() })
        : failed(reply.fault)
      packages.setState(({ given }) => ({ given: { ...given, [runId]: loaded } }))
    },
  }
}

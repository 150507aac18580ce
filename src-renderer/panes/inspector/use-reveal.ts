import type { RunId, RunView } from '@contract'
import { useDesk, useSelect } from '../../commands/index.ts'
import { select } from '../../state/index.ts'

/** Ways from what is said of a run to its place in the transcript; null where that has no such place. */
export function useReveal(run: RunView) {
  const { stores } = useDesk()
  const session = useSelect(select.currentSession)
  const show = (seq: number, key: string | null) => () => {
    const { sessionId } = stores.selection.getState()
    if (sessionId) stores.selection.setState({ reveal: { sessionId, seq, key } })
  }
  return {
    toRun(runId: RunId) {
      const found = session?.runs.find(({ id }) => id === runId)
      return found ? show(found.items[0]?.seq ?? found.lastSeq, null) : null
    },
    toCall(callId: string) {
      const item = run.items.find((one) => one.kind === 'tool' && one.callId === callId)
      return item ? show(item.seq, item.key) : null
    },
  }
}

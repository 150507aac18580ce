import { isTerminal, type RunView } from '@contract'
import { select, words } from '../state/index.ts'
import { type Command, title } from './command.ts'
import { sendInstruction, startObstacle } from './start-run.ts'

/** A retry is a new run with the same instruction. Without a run: the newest one of the session. */
export const retryRun: Command<RunView | undefined> = {
  id: 'run.retry',
  title: title('run.retry'),
  group: 'run',
  canRun(stores, run = select.currentRun(stores) ?? undefined) {
    if (!run || !isTerminal(run.state)) return words.composer.whyNot.noFailed
    return startObstacle(stores, run.harness)
  },
  async run(desk, run = select.currentRun(desk.stores) ?? undefined) {
    const { workspaceId, sessionId } = desk.stores.selection.getState()
    if (!run || !workspaceId) return
    const { id: retryOf, instruction, harness, sessionKind: kind, tape } = run
    await sendInstruction(desk, {
      workspaceId,
      ...(sessionId && { sessionId }),
      instruction,
      kind,
      harness,
      retryOf,
      ...(tape && { tape }),
    })
  },
}

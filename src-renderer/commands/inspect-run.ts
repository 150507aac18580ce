import type { RunId } from '@contract'
import { select, words } from '../state/index.ts'
import { type Command, title } from './command.ts'

/** Shows what a run was given. Without a run: the newest one of the session. */
export const inspectRun: Command<RunId | undefined> = {
  id: 'run.inspect',
  title: title('run.inspect'),
  group: 'run',
  shortcut: 'Mod+I',
  canRun: (stores) => (select.currentRun(stores) ? true : words.composer.whyNot.noInspect),
  run({ stores, ports }, runId) {
    // The newest is not held on to: when another run begins, that one is looked at.
    const isNewest = select.currentRun(stores)?.id === runId
    stores.packages.setState({ inspected: isNewest ? null : (runId ?? null) })
    ports.focusPane('inspector')
  },
}

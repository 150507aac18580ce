import { notify } from '../bridge/index.ts'
import { select, words } from '../state/index.ts'
import { type Command, title } from './command.ts'

export const stopRun: Command = {
  id: 'run.stop',
  title: title('run.stop'),
  group: 'run',
  shortcut: 'Esc Esc',
  canRun(stores) {
    const run = select.activeRun(stores)
    if (!run) return words.composer.whyNot.noRun
    const asked = run.state === 'stopping' || stores.composer.getState().stopping === run.id
    return asked ? words.composer.whyNot.stopping : true
  },
  async run({ stores, link }) {
    const run = select.activeRun(stores)
    if (!run) return
    stores.window.setState({ confirmStop: null })
    stores.composer.setState({ stopping: run.id })
    const reply = await link.call('runs.stop', { runId: run.id })
    if (reply.ok) return
    stores.composer.setState({ stopping: null })
    notify(stores, 'failed', `${words.errors.notStopped}: ${reply.fault.message}`)
  },
}

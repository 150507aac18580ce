import { keyIn, putApp, select, words } from '../state/index.ts'
import { type Command, title } from './command.ts'
import { type AppPlace, appChoices } from './open-app.ts'

export const stopApp: Command<AppPlace> = {
  id: 'app.stop',
  title: title('app.stop'),
  group: 'apps',
  canRun(stores, { appId }) {
    const { workspaceId } = stores.selection.getState()
    const app = workspaceId && select.appOf(stores, workspaceId, appId)
    return app && app.state !== 'off' && app.state !== 'failed' ? true : words.apps.notRunning
  },
  async run({ stores, link }, { appId }) {
    const { workspaceId } = stores.selection.getState()
    if (!workspaceId) return
    const key = keyIn(workspaceId, appId)
    const reply = await link.call('apps.stop', { workspaceId, appId })
    // The page went with the app; the pane says so instead of showing the last picture of it.
    stores.apps.setState(({ surfaces: { [key]: _, ...surfaces } }) => ({ surfaces }))
    if (reply.ok) putApp(stores, reply.value)
    else stores.apps.setState(({ faults }) => ({ faults: { ...faults, [key]: reply.fault } }))
  },
  choices: (stores) => appChoices(stores, (appId) => stopApp.canRun(stores, { appId }) === true),
}

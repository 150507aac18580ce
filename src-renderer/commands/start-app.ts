import { keyIn, putApp, select, words } from '../state/index.ts'
import { type Command, title } from './command.ts'
import { type AppPlace, appChoices, canUseApp } from './open-app.ts'

const idleStates = new Set(['off', 'failed', 'unhealthy'])

export const startApp: Command<AppPlace> = {
  id: 'app.start',
  title: title('app.start'),
  group: 'apps',
  canRun(stores, { appId }) {
    const can = canUseApp(stores, appId)
    if (can !== true) return can
    const { workspaceId } = stores.selection.getState()
    const app = workspaceId && select.appOf(stores, workspaceId, appId)
    return app && idleStates.has(app.state) ? true : words.apps.running
  },
  async run({ stores, link }, { appId }) {
    const { workspaceId } = stores.selection.getState()
    if (!workspaceId) return
    const key = keyIn(workspaceId, appId)
    stores.apps.setState(({ faults: { [key]: _, ...faults } }) => ({ faults }))
    const reply = await link.call('apps.start', { workspaceId, appId })
    if (reply.ok) putApp(stores, reply.value)
    else stores.apps.setState(({ faults }) => ({ faults: { ...faults, [key]: reply.fault } }))
  },
  choices: (stores) => appChoices(stores, (appId) => startApp.canRun(stores, { appId }) === true),
}

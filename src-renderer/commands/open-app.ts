import type { WorkspaceId } from '@contract'
import { failed, keyIn, loading, type Nouns, ready, type Stores, select, words } from '../state/index.ts'
import { type Can, type Choice, type Command, type Desk, title } from './command.ts'

export interface AppPlace {
  appId: string
  route?: string
}

/** Loads the app's page, starting the app if needed; the surface pane shows what came of it. */
export async function loadSurface(
  desk: Desk,
  workspaceId: WorkspaceId,
  { appId, route }: AppPlace,
): Promise<void> {
  const { stores, link } = desk
  const key = keyIn(workspaceId, appId)
  const put = (surface: Nouns['apps']['surfaces'][string]) =>
    stores.apps.setState(({ surfaces }) => ({ surfaces: { ...surfaces, [key]: surface } }))
  put(loading)
  const reply = await link.call('surfaces.open', {
    workspaceId,
    appId,
    ...(route !== undefined && { route }),
  })
  put(reply.ok ? ready({ ...reply.value, route: route ?? null }) : failed(reply.fault))
}

export function canUseApp(stores: Stores, appId: string): Can {
  const workspace = select.currentWorkspace(stores)
  if (!workspace) return words.composer.whyNot.noWorkspace
  const app = select.appOf(stores, workspace.id, appId)
  if (!app) return words.surface.gone
  if (!workspace.trusted && app.state !== 'ready') return words.apps.untrusted
  return true
}

export function appChoices(stores: Stores, can: (appId: string) => boolean): Choice<AppPlace>[] {
  const { workspaceId } = stores.selection.getState()
  const apps = workspaceId ? (stores.apps.getState().byWorkspace[workspaceId] ?? []) : []
  return apps
    .filter((app) => can(app.id))
    .map((app) => ({
      key: app.id,
      label: app.name,
      note: words.capability.states[app.state],
      arg: { appId: app.id },
    }))
}

export const openApp: Command<AppPlace> = {
  id: 'app.open',
  title: title('app.open'),
  group: 'apps',
  canRun(stores, { appId }) {
    const can = canUseApp(stores, appId)
    if (can !== true) return can
    const { workspaceId } = stores.selection.getState()
    const app = workspaceId ? select.appOf(stores, workspaceId, appId) : null
    return app?.hasPage ? true : words.surface.noPage
  },
  async run(desk, place) {
    const { workspaceId } = desk.stores.selection.getState()
    if (!workspaceId) return
    desk.ports.focusPane('surface', place.appId)
    await loadSurface(desk, workspaceId, place)
  },
  choices: (stores) => appChoices(stores, (appId) => openApp.canRun(stores, { appId }) === true),
}

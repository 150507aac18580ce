import type { AppView } from '@contract'
import type { DockviewApi, SerializedDockview } from 'dockview-react'
import type { PaneName } from '../../commands/index.ts'
import { panes } from '../../panes/index.ts'

/** What a panel of the dock is made of; it is what a stored layout holds. */
export interface PanelParams {
  pane: PaneName
  appId?: string
}

export const panelId = (pane: PaneName, appId?: string) => (appId ? `${pane}:${appId}` : pane)
export const paneOf = (name: string) => panes.find((pane) => pane.id === name)

/** Below this width, in pixels, two columns are too narrow to read in. */
const twoColumns = 760

function add(
  api: DockviewApi,
  params: PanelParams,
  title: string,
  near?: string,
  direction?: 'right' | 'below',
): void {
  api.addPanel<PanelParams>({
    id: panelId(params.pane, params.appId),
    component: 'pane',
    title,
    params,
    inactive: direction === undefined && near !== undefined,
    ...(near && { position: { referencePanel: near, direction: direction ?? 'within' } }),
  })
}

const titleOf = (pane: PaneName) => paneOf(pane)?.title ?? pane

/** Files, the apps' pages and what is authored above; outputs, activity and the inspector below. */
export function defaultLayout(api: DockviewApi, apps: AppView[]): void {
  api.clear()
  const pages = apps.filter((app) => app.hasPage).slice(0, 2)
  const wide = api.width >= twoColumns
  add(api, { pane: 'files' }, titleOf('files'))
  let right = 'files'
  const addRight = (params: PanelParams, title: string) => {
    const isFirst = right === 'files' && wide
    add(api, params, title, right, isFirst ? 'right' : undefined)
    if (isFirst) right = panelId(params.pane, params.appId)
  }
  for (const app of pages) addRight({ pane: 'surface', appId: app.id }, app.name)
  addRight({ pane: 'apps' }, titleOf('apps'))
  addRight({ pane: 'contract' }, titleOf('contract'))
  if (wide) {
    add(api, { pane: 'outputs' }, titleOf('outputs'), 'files', 'below')
    add(api, { pane: 'activity' }, titleOf('activity'), right, 'below')
    add(api, { pane: 'inspector' }, titleOf('inspector'), 'activity')
  } else {
    add(api, { pane: 'activity' }, titleOf('activity'), 'files', 'below')
    add(api, { pane: 'inspector' }, titleOf('inspector'), 'activity')
    add(api, { pane: 'outputs' }, titleOf('outputs'), 'activity')
  }
  const upper = Math.round(api.height * 0.56)
  for (const id of ['files', right]) api.getPanel(id)?.group.api.setSize({ height: upper })
  // A page is laid out for more width than text is.
  if (pages.length > 0 && wide)
    api.getPanel(right)?.group.api.setSize({ width: Math.round(api.width * 0.55) })
}

function isKnown(stored: SerializedDockview): boolean {
  const panels = Object.values(stored.panels ?? {})
  return (
    panels.length > 0 &&
    panels.every(
      ({ contentComponent, params }) =>
        contentComponent === 'pane' && paneOf(String(params?.pane)) !== undefined,
    )
  )
}

/** The stored layout, or false when it is not one we can show. */
export function restoreLayout(api: DockviewApi, text: string | null): boolean {
  if (text === null) return false
  try {
    const stored = JSON.parse(text) as SerializedDockview
    if (!isKnown(stored)) return false
    api.fromJSON(stored)
    return api.panels.length > 0
  } catch {
    return false
  }
}

/** Panes that stand below, beside each other. */
const lower: ReadonlySet<PaneName> = new Set<PaneName>(['outputs', 'activity', 'inspector'])

/** Brings a pane to the front; a closed one comes back beside what it is usually near. */
export function showPane(api: DockviewApi, pane: PaneName, appId: string | undefined, title: string): void {
  const id = panelId(pane, appId)
  const panel = api.getPanel(id)
  if (panel) return panel.api.setActive()
  const isLower = lower.has(pane)
  const beside = pane === 'inspector' ? api.getPanel('activity') : undefined
  const kin = api.panels.find((other) => {
    const { pane: name } = (other.params ?? {}) as Partial<PanelParams>
    return isLower
      ? name !== undefined && lower.has(name)
      : pane === 'files'
        ? false
        : name === 'surface' || name === 'apps'
  })
  const near = beside ?? kin ?? api.activePanel
  api.addPanel<PanelParams>({
    id,
    component: 'pane',
    title,
    params: appId ? { pane, appId } : { pane },
    ...(near && { position: { referencePanel: near.id, direction: 'within' } }),
  })
}

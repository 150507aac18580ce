import type { RunView, WorkspaceId } from '@contract'
import type { DockviewApi } from 'dockview-react'
import { useEffect } from 'react'
import { useDesk } from '../../commands/index.ts'
import { select } from '../../state/index.ts'
import { panelId } from './layout.ts'

/** How many of the newest items are looked at when a run changes: a frame never brings more calls than this. */
const newest = 16

function appsUsedBy(run: RunView): string[] {
  return run.items
    .slice(-newest)
    .flatMap((item) => (item.kind === 'tool' && item.source?.kind === 'app' ? [item.source.app] : []))
}

/** A tab is not taken from under the hands of the operator, nor a pane that fills the dock. */
function isInUse(api: DockviewApi, appId: string): boolean {
  if (api.hasMaximizedGroup()) return true
  const panel = api.getPanel(panelId('surface', appId))
  return panel?.group.element.contains(document.activeElement) ?? false
}

/**
 * The page of an app comes to the front the first time a run on screen uses it. Once per app and window (`shown`), and
 * without taking the focus.
 */
export function useUsedApps(api: DockviewApi | null, workspaceId: WorkspaceId, shown: Set<string>): void {
  const desk = useDesk()
  useEffect(() => {
    if (!api) return
    const look = () => {
      const run = select.activeRun(desk.stores)
      if (!run) return
      for (const appId of new Set(appsUsedBy(run))) {
        const app = select.appOf(desk.stores, workspaceId, appId)
        if (!app?.hasPage || shown.has(app.id) || isInUse(api, appId)) continue
        shown.add(app.id)
        desk.ports.focusPane('surface', appId)
      }
    }
    look()
    return desk.stores.transcript.subscribe(look)
  }, [api, desk, workspaceId, shown])
}

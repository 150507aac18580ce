import type { DockviewApi, IDockviewPanelProps } from 'dockview-react'
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { useFrom } from '../../commands/index.ts'
import type { PaneProps } from '../../panes/index.ts'
import { Boundary } from '../frame/boundary.tsx'
import { type PanelParams, paneOf } from './layout.ts'
import { useKeptScroll } from './use-kept-scroll.ts'

type PanelApi = IDockviewPanelProps<PanelParams>['api']

/** Gives a pane what it needs to know of its place, and nothing of the dock itself. */
function usePaneProps(api: PanelApi, containerApi: DockviewApi, params: PanelParams): PaneProps | null {
  const workspaceId = useFrom('selection', (state) => state.workspaceId)
  const [visible, setVisible] = useState(api.isVisible)
  useEffect(() => {
    setVisible(api.isVisible)
    const listening = api.onDidVisibilityChange(({ isVisible }) => setVisible(isVisible))
    return () => listening.dispose()
  }, [api])
  const onPlaced = useCallback(
    (listen: () => void) => {
      const both = [api.onDidDimensionsChange(listen), containerApi.onDidLayoutChange(listen)]
      return () => {
        for (const one of both) one.dispose()
      }
    },
    [api, containerApi],
  )
  return workspaceId && { workspaceId, appId: params.appId ?? null, visible, onPlaced }
}

/** One of a pane's parts (body, badge or aside) at its place in the dock. */
export function PanePart({
  part: Part,
  api,
  containerApi,
  params,
}: Pick<IDockviewPanelProps<PanelParams>, 'api' | 'containerApi' | 'params'> & {
  part: ComponentType<PaneProps>
}) {
  const props = usePaneProps(api, containerApi, params)
  return props && <Part {...props} />
}

export function DockPanel({ api, containerApi, params }: IDockviewPanelProps<PanelParams>) {
  const pane = paneOf(params.pane)
  const panel = useRef<HTMLElement>(null)
  const onReturn = useCallback(
    (listen: () => void) => {
      const all = [
        api.onDidVisibilityChange(listen),
        api.onDidGroupChange(listen),
        containerApi.onDidLayoutChange(listen),
      ]
      return () => {
        for (const one of all) one.dispose()
      }
    },
    [api, containerApi],
  )
  useKeptScroll(panel, onReturn)
  if (!pane) return null
  return (
    <section
      ref={panel}
      className="dock-panel"
      aria-label={api.title ?? pane.title}
      tabIndex={-1}
      data-region={api.id}
    >
      <Boundary name={api.title ?? pane.title}>
        <PanePart part={pane.Body} api={api} containerApi={containerApi} params={params} />
      </Boundary>
    </section>
  )
}

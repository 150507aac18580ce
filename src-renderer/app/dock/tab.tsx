import type { IDockviewHeaderActionsProps, IDockviewPanelHeaderProps } from 'dockview-react'
import { Maximize2, Minimize2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { words } from '../../state/index.ts'
import { IconButton, reveal } from '../../ui/index.ts'
import { type PanelParams, paneOf } from './layout.ts'
import { PanePart } from './panel.tsx'

/** A tab: sign or state, title, and what the pane adds to it. */
export function PaneTab({ api, containerApi, params }: IDockviewPanelHeaderProps<PanelParams>) {
  const pane = paneOf(params.pane)
  const title = api.title ?? pane?.title ?? ''
  const Icon = pane?.icon
  const isSurface = params.pane === 'surface'
  const badge = pane?.Badge && (
    <PanePart part={pane.Badge} api={api} containerApi={containerApi} params={params} />
  )
  return (
    <div className="dock-tab" title={title}>
      {isSurface ? badge : Icon && <Icon size={13} aria-hidden />}
      <span>
        {reveal(title)}
        {!isSurface && badge}
      </span>
      <button
        type="button"
        className="dock-tab-close"
        aria-label={words.dock.closeTab(title)}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={(event) => {
          event.stopPropagation()
          api.close()
        }}
      >
        <X size={11} aria-hidden />
      </button>
    </div>
  )
}

/** The right end of a tab strip: facts of the pane in front, and maximize. */
export function GroupEnd({ activePanel, api, containerApi }: IDockviewHeaderActionsProps) {
  const [maximized, setMaximized] = useState(false)
  useEffect(() => {
    const ask = () => setMaximized(api.isMaximized())
    ask()
    const listening = containerApi.onDidMaximizedGroupChange(ask)
    return () => listening.dispose()
  }, [api, containerApi])
  if (!activePanel) return null
  const params = activePanel.params as PanelParams | undefined
  const Aside = params && paneOf(params.pane)?.Aside
  const toggle = () =>
    maximized ? containerApi.exitMaximizedGroup() : containerApi.maximizeGroup(activePanel)
  return (
    <div className="dock-end">
      {Aside && params && (
        <PanePart
          key={activePanel.id}
          part={Aside}
          api={activePanel.api}
          containerApi={containerApi}
          params={params}
        />
      )}
      <IconButton
        label={maximized ? words.dock.restore : words.dock.maximize}
        icon={maximized ? Minimize2 : Maximize2}
        size={12}
        onClick={toggle}
      />
    </div>
  )
}

import type { WorkspaceId } from '@contract'
import { type DockviewApi, DockviewReact, type DockviewReadyEvent, type DockviewTheme } from 'dockview-react'
import 'dockview-react/dist/styles/dockview.css'
import { FolderOpen, LayoutDashboard } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { attempt, useDesk, useFrom, verbs } from '../../commands/index.ts'
import { select, words } from '../../state/index.ts'
import { Button, EmptyState, Skeleton } from '../../ui/index.ts'
import './dock.css'
import { defaultLayout, paneOf, restoreLayout, showPane } from './layout.ts'
import { DockPanel } from './panel.tsx'
import { GroupEnd, PaneTab } from './tab.tsx'
import { useDragCover } from './use-drag-cover.ts'
import { useUsedApps } from './use-used-apps.ts'

const theme: DockviewTheme = {
  name: 'signalbox',
  className: 'dockview-theme-signalbox',
  gap: 1,
  dndTabIndicator: 'line',
}
const components = { pane: DockPanel }
/** How long a layout must stand still before it is kept, in milliseconds. */
const settleTime = 500

/** The panes of the workspace on screen, as the operator arranged them. */
export function Dock() {
  const desk = useDesk()
  const workspaceId = useFrom('selection', (state) => state.workspaceId)
  const isLoaded = useFrom('workspaces', ({ views }) => {
    const view = workspaceId ? views[workspaceId] : undefined
    return view?.kind === 'ready' || view?.kind === 'error'
  })
  const stored = useStoredLayout(workspaceId)
  const shownApps = useRef(new Map<WorkspaceId, Set<string>>())
  if (!workspaceId)
    return (
      <EmptyState
        icon={FolderOpen}
        title={words.list.emptyTitle}
        text={words.list.emptyText}
        action={
          <Button onClick={() => attempt(desk, verbs.pickWorkspace, undefined)} shortcut="Mod+O">
            {words.list.open}
          </Button>
        }
      />
    )
  // The first layout has a tab for each app, so it waits for the apps.
  if (!isLoaded || stored?.workspaceId !== workspaceId) return <Skeleton label={words.common.loading} />
  const shown = shownApps.current.get(workspaceId) ?? new Set()
  shownApps.current.set(workspaceId, shown)
  return <Panes key={workspaceId} workspaceId={workspaceId} stored={stored.text} shownApps={shown} />
}

function useStoredLayout(workspaceId: WorkspaceId | null) {
  const { link } = useDesk()
  const [stored, setStored] = useState<{ workspaceId: WorkspaceId; text: string | null } | null>(null)
  useEffect(() => {
    if (!workspaceId) return
    let isWanted = true
    void link.call('settings.read', { key: `layout:${workspaceId}` }).then((reply) => {
      if (isWanted) setStored({ workspaceId, text: reply.ok ? reply.value.value : null })
    })
    return () => {
      isWanted = false
    }
  }, [link, workspaceId])
  return stored
}

interface PanesProps {
  workspaceId: WorkspaceId
  stored: string | null
  /** Apps whose page has come up by itself already. */
  shownApps: Set<string>
}

function Panes({ workspaceId, stored, shownApps }: PanesProps) {
  const desk = useDesk()
  const [api, setApi] = useState<DockviewApi | null>(null)
  useDragCover(api)
  useUsedApps(api, workspaceId, shownApps)

  const onReady = ({ api: fresh }: DockviewReadyEvent) => {
    const apps = desk.stores.apps.getState().byWorkspace[workspaceId] ?? []
    if (!restoreLayout(fresh, stored)) defaultLayout(fresh, apps)
    setApi(fresh)
  }

  useEffect(() => {
    if (!api) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        void desk.link.call('settings.write', {
          key: `layout:${workspaceId}`,
          value: JSON.stringify(api.toJSON()),
        })
      }, settleTime)
    }
    const listening = api.onDidLayoutChange(keep)
    desk.ports = {
      ...desk.ports,
      focusPane: (pane, appId) => {
        const app = appId ? select.appOf(desk.stores, workspaceId, appId) : null
        showPane(api, pane, appId, app?.name ?? paneOf(pane)?.title ?? pane)
      },
      resetLayout: () => defaultLayout(api, desk.stores.apps.getState().byWorkspace[workspaceId] ?? []),
    }
    // It was asked for before there was a dock to show it in.
    if (desk.stores.contract.getState().asked === workspaceId) desk.ports.focusPane('contract')
    return () => {
      clearTimeout(timer)
      listening.dispose()
    }
  }, [api, desk, workspaceId])

  return (
    <div className="dock-host">
      <DockviewReact
        theme={theme}
        components={components}
        defaultTabComponent={PaneTab}
        rightHeaderActionsComponent={GroupEnd}
        watermarkComponent={NoPanes}
        disableFloatingGroups
        onReady={onReady}
      />
    </div>
  )
}

function NoPanes() {
  const { ports } = useDesk()
  return (
    <EmptyState
      icon={LayoutDashboard}
      title={words.dock.emptyTitle}
      text={words.dock.emptyText}
      action={<Button onClick={() => ports.resetLayout()}>{words.dock.reset}</Button>}
    />
  )
}

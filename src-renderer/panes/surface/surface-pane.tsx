import type { AppView } from '@contract'
import { AppWindow, CircleOff, Play, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { loadSurface, useCommand, useDesk, useFrom, verbs } from '../../commands/index.ts'
import { capabilityMark, keyIn, words } from '../../state/index.ts'
import { Button, Dot, EmptyState, ErrorState, IconButton } from '../../ui/index.ts'
import type { PaneProps } from '../pane.ts'
import styles from './surface.module.css'
import { usePlacement } from './use-placement.ts'

function useApp({ workspaceId, appId }: PaneProps): AppView | null {
  return useFrom(
    'apps',
    ({ byWorkspace }) => byWorkspace[workspaceId]?.find((app) => app.id === appId) ?? null,
  )
}

/** An app's page. The page is a native view that main lays over this pane; below it is what shows without one. */
export function SurfacePane(props: PaneProps) {
  const { workspaceId, appId } = props
  const desk = useDesk()
  const app = useApp(props)
  const surface = useFrom('apps', ({ surfaces }) => (appId ? surfaces[keyIn(workspaceId, appId)] : undefined))
  const area = useRef<HTMLDivElement>(null)
  const isReady = app?.state === 'ready' || app?.state === 'unhealthy'
  const surfaceId = surface?.kind === 'ready' && isReady ? surface.value.surfaceId : null
  const placed = usePlacement(area, surfaceId, props)

  // An app that a run has started shows its page by itself; one that is off is not started by looking.
  const wanted = props.visible && app?.state === 'ready' && app.hasPage && surface === undefined
  useEffect(() => {
    if (wanted && appId) void loadSurface(desk, workspaceId, { appId })
  }, [wanted, desk, workspaceId, appId])

  return (
    <div ref={area} className={styles.pane} data-testid={`surface-${appId}`} data-placed={placed}>
      <Beneath
        app={app}
        surface={surface}
        onRetry={() => appId && void loadSurface(desk, workspaceId, { appId })}
      />
    </div>
  )
}

interface BeneathProps {
  app: AppView | null
  surface:
    | { kind: string; fault?: { message: string; hint?: string; owner: string; code: string } }
    | undefined
  onRetry: () => void
}

function Beneath({ app, surface, onRetry }: BeneathProps): ReactNode {
  if (!app) return <EmptyState icon={CircleOff} title={words.surface.gone} text={words.surface.goneText} />
  if (!app.hasPage)
    return <EmptyState icon={AppWindow} title={words.surface.noPage} text={words.surface.noPageText} />
  const moving = app.state === 'starting' || app.state === 'setting_up' || surface?.kind === 'loading'
  if (moving)
    return (
      <div className={styles.moving} role="status">
        <span className={styles.bar} aria-hidden />
        <p>{words.surface.starting(app.name)}</p>
        {app.detail && <small>{app.detail}</small>}
      </div>
    )
  if (surface?.kind === 'error' && surface.fault)
    return (
      <ErrorState
        title={words.surface.failed(app.name)}
        message={surface.fault.message}
        hint={surface.fault.hint}
        code={`${surface.fault.owner} · ${surface.fault.code}`}
        action={<Button onClick={onRetry}>{words.common.tryAgain}</Button>}
      />
    )
  if (app.state === 'ready' || app.state === 'unhealthy')
    return <div className={styles.behind} role="img" aria-label={words.surface.behind} />
  return <Stopped app={app} />
}

function Stopped({ app }: { app: AppView }) {
  const open = useCommand(verbs.openApp, { appId: app.id })
  const mark = capabilityMark(app.state)
  const button = (
    <Button icon={Play} disabled={open.can !== true} onClick={open.run}>
      {words.surface.startAndOpen}
    </Button>
  )
  if (app.state === 'failed')
    return <ErrorState title={`${app.name}: ${mark.word}`} message={app.detail} action={button} />
  return (
    <EmptyState
      icon={AppWindow}
      title={words.surface.offTitle(app.name)}
      text={open.can === true ? words.surface.offText : open.can}
      action={button}
    />
  )
}

export function SurfaceAside(props: PaneProps) {
  const { workspaceId, appId } = props
  const desk = useDesk()
  const app = useApp(props)
  const surface = useFrom('apps', ({ surfaces }) => (appId ? surfaces[keyIn(workspaceId, appId)] : undefined))
  if (!app || !appId) return null
  const route = surface?.kind === 'ready' ? (surface.value.route ?? undefined) : undefined
  return (
    <>
      {app.port !== null && <span data-wide>{words.apps.port(app.port)} · </span>}
      <span>{capabilityMark(app.state).word}</span>
      {app.tools !== null && <span data-wide> · {words.apps.tools(app.tools)}</span>}
      {app.state === 'ready' && (
        <IconButton
          label={words.surface.reload}
          icon={RotateCw}
          size={13}
          onClick={() => void loadSurface(desk, workspaceId, { appId, route })}
        />
      )}
    </>
  )
}

export function SurfaceBadge(props: PaneProps) {
  const app = useApp(props)
  if (!app) return null
  const mark = capabilityMark(app.state)
  return <Dot tone={mark.tone} label={mark.word} />
}

import type { Bounds, WorkspaceId } from '@contract'
import { type BaseWindow, session, WebContentsView } from 'electron'
import { FaultError, fault } from '../kit/index.ts'
import { guardSession, pagePreferences } from './guard.ts'
import type { OperatorPort } from './port.ts'

interface Surface {
  view: WebContentsView
  /** Loads one after the other: a newer one waits for the older to settle. */
  loading: Promise<void>
  origin: string
  token: string | null
  visible: boolean
}

/** Pages of apps, laid over the window's panels as native views. Each app has a partition of its own. */
export class Surfaces {
  private readonly surfaces = new Map<string, Surface>()

  constructor(
    private readonly window: BaseWindow,
    private readonly operator: Pick<OperatorPort, 'appPage'>,
  ) {}

  /** Loads the app's page at `route`; it stays invisible until it is placed. */
  async open(
    workspaceId: WorkspaceId,
    appId: string,
    route: string,
  ): Promise<{ surfaceId: string; title: string }> {
    const { url, title } = await this.operator.appPage(workspaceId, appId, route)
    const surfaceId = idOf(workspaceId, appId)
    const surface = this.surfaces.get(surfaceId) ?? this.make(surfaceId)
    const load = surface.loading.then(() => this.load(surface, new URL(url)))
    surface.loading = load.catch(() => {})
    await load
    return { surfaceId, title }
  }

  place(surfaceId: string, bounds: Bounds): void {
    const surface = this.surfaces.get(surfaceId)
    if (!surface) return
    const { x, y, width, height } = bounds
    surface.view.setBounds({
      x: Math.round(x),
      y: Math.round(y),
      width: Math.round(width),
      height: Math.round(height),
    })
    this.show(surface, width > 0 && height > 0)
  }

  hide(surfaceId: string): void {
    const surface = this.surfaces.get(surfaceId)
    if (surface) this.show(surface, false)
  }

  /** The window was loaded anew: nothing says where the views belong. */
  hideAll(): void {
    for (const surface of this.surfaces.values()) this.show(surface, false)
  }

  visible(): WebContentsView[] {
    return [...this.surfaces.values()].filter((surface) => surface.visible).map(({ view }) => view)
  }

  /** The app behind it was stopped: its page has nobody to speak to. */
  drop(workspaceId: string, appId: string): void {
    const surfaceId = idOf(workspaceId, appId)
    const surface = this.surfaces.get(surfaceId)
    if (!surface) return
    this.surfaces.delete(surfaceId)
    this.window.contentView.removeChildView(surface.view)
    if (!surface.view.webContents.isDestroyed()) surface.view.webContents.close()
  }

  /** Before the window goes: a view that outlives its window takes the process with it. */
  close(): void {
    for (const { view } of this.surfaces.values())
      if (!view.webContents.isDestroyed()) view.webContents.close()
    this.surfaces.clear()
  }

  private show(surface: Surface, visible: boolean): void {
    surface.visible = visible
    surface.view.setVisible(visible)
  }

  private make(surfaceId: string): Surface {
    const partition = session.fromPartition(`surface-${surfaceId}`)
    guardSession(partition)
    const view = new WebContentsView({ webPreferences: { ...pagePreferences, session: partition } })
    const surface: Surface = { view, origin: '', token: null, visible: false, loading: Promise.resolve() }
    // An app's page reaches its own server and nothing else.
    partition.webRequest.onBeforeRequest((details, answer) => {
      answer({ cancel: !isOwn(details.url, surface.origin) })
    })
    partition.on('will-download', (event) => event.preventDefault())
    view.setVisible(false)
    view.setBorderRadius(0)
    this.window.contentView.addChildView(view)
    this.surfaces.set(surfaceId, surface)
    return surface
  }

  private async load(surface: Surface, url: URL): Promise<void> {
    const token = url.searchParams.get('token')
    const sameLaunch = surface.origin === url.origin && surface.token === token
    surface.origin = url.origin
    surface.token = token
    // The app has this launch's cookie already: without the token a new route is a step within the page.
    if (sameLaunch) url.searchParams.delete('token')
    try {
      await surface.view.webContents.loadURL(url.href)
    } catch (error) {
      // ERR_ABORTED: the page itself went on to somewhere else of its own.
      if ((error as { errno?: number }).errno !== -3) throw pageFault(url, error)
    }
  }
}

const idOf = (workspaceId: string, appId: string) => `app:${workspaceId}:${appId}`

/** What an app's page may load: its own server, over http or a web socket, and what it carries itself. */
function isOwn(link: string, origin: string): boolean {
  if (!URL.canParse(link)) return false
  const url = new URL(link)
  if (['data:', 'blob:', 'about:'].includes(url.protocol)) return true
  return ['http:', 'ws:'].includes(url.protocol) && `http://${url.host}` === origin
}

function pageFault(url: URL, error: unknown): FaultError {
  const message = `Tried to show the page at ${url.host}: ${error instanceof Error ? error.message : String(error)}.`
  return new FaultError(fault({ owner: 'capability', code: 'page_failed', message, retry: 'now' }))
}

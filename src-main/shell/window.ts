import path from 'node:path'
import { pushChannel } from '@contract'
import { BrowserWindow, dialog, type IpcMainInvokeEvent, ipcMain, nativeTheme, screen, shell } from 'electron'
import { FaultError, fault, type Log } from '../kit/index.ts'
import { openDoor, type WindowCalls } from './door.ts'
import { pagePreferences } from './guard.ts'
import type { OperatorPort } from './port.ts'
import { PushQueue } from './push.ts'
import { isUiUrl, uiUrl } from './schemes.ts'
import { Surfaces } from './surfaces.ts'

export interface WindowOptions {
  preloadFile: string
  operator: OperatorPort
  log: Log
}

const sizeKey = 'window-bounds'

/** The operator's window: its page, the door's view of it, and the native views over it. */
export class OperatorWindow {
  readonly window: BrowserWindow
  readonly surfaces: Surfaces
  private readonly push: PushQueue
  private readonly stopListening: () => void

  private constructor(
    private readonly options: WindowOptions,
    bounds: Electron.Rectangle,
  ) {
    this.window = new BrowserWindow({
      ...bounds,
      minWidth: 960,
      minHeight: 600,
      show: false,
      title: 'Signalbox',
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#0e1116' : '#eef1f5',
      autoHideMenuBar: true,
      webPreferences: { ...pagePreferences, preload: options.preloadFile },
    })
    const contents = this.window.webContents
    this.surfaces = new Surfaces(this.window, options.operator)
    this.push = new PushQueue((envelopes) => {
      if (!contents.isDestroyed()) contents.send(pushChannel, envelopes)
    })
    this.stopListening = options.operator.onEnvelopes((envelopes) => {
      this.push.take(envelopes)
      for (const { event } of envelopes) {
        if (event.type === 'app.changed' && event.app.state === 'off')
          this.surfaces.drop(event.app.workspaceId, event.app.id)
      }
    })
    contents.on('did-start-navigation', (details) => {
      if (!details.isMainFrame || details.isSameDocument) return
      this.push.reset()
      this.surfaces.hideAll()
    })
    contents.on('render-process-gone', (_event, details) => {
      options.log.error(`the window's page went away: ${details.reason}`)
      if (details.reason !== 'clean-exit' && !this.window.isDestroyed()) contents.reload()
    })
    this.window.on('close', () => this.leave())
  }

  /** An empty window: it must be known to the door before its page calls. */
  static async make(options: WindowOptions): Promise<OperatorWindow> {
    const { value } = await options.operator.api['settings.read']({ key: sizeKey })
    return new OperatorWindow(options, startBounds(value))
  }

  /** Loads the page; the window shows with its first paint, so that nothing flashes. */
  async load(): Promise<void> {
    this.window.once('ready-to-show', () => this.window.show())
    await this.window.loadURL(uiUrl)
  }

  isCaller(event: IpcMainInvokeEvent): boolean {
    const { webContents } = this.window
    return (
      event.sender === webContents &&
      event.senderFrame === webContents.mainFrame &&
      isUiUrl(event.senderFrame.url)
    )
  }

  readonly calls: WindowCalls = {
    'workspaces.pick': async () => {
      const { filePaths, canceled } = await dialog.showOpenDialog(this.window, {
        title: 'Open a workspace folder',
        buttonLabel: 'Open without running anything',
        properties: ['openDirectory'],
      })
      const [folder] = filePaths
      return canceled || !folder ? null : this.options.operator.openFolder(folder, '')
    },
    'workspaces.reveal': ({ workspaceId, path: relative }) => {
      const folder = this.options.operator.folderOf(workspaceId)
      const target = path.resolve(folder, relative ?? '')
      if (target !== folder && !target.startsWith(folder + path.sep)) {
        throw new FaultError(
          fault({ owner: 'contract', code: 'path_refused', message: 'The path leads out of the workspace.' }),
        )
      }
      shell.showItemInFolder(target)
      return { shown: true }
    },
    'streams.watch': ({ stream }) => {
      this.push.watch(stream)
      return { watching: true }
    },
    'streams.unwatch': ({ stream }) => {
      this.push.unwatch(stream)
      return { watching: false }
    },
    'surfaces.open': ({ workspaceId, appId, route }) => this.surfaces.open(workspaceId, appId, route ?? '/'),
    'surfaces.place': ({ surfaceId, bounds }) => {
      this.surfaces.place(surfaceId, scaled(bounds, this.window.webContents.getZoomFactor()))
      return { placed: true }
    },
    'surfaces.hide': ({ surfaceId }) => {
      this.surfaces.hide(surfaceId)
      return { hidden: true }
    },
  }

  private leave(): void {
    const bounds = this.window.getNormalBounds()
    void this.options.operator.api['settings.write']({ key: sizeKey, value: JSON.stringify(bounds) })
    this.stopListening()
    this.push.close()
    this.surfaces.close()
  }
}

/** Opens the door for every window of ours. Once. */
export function openDoorFor(windows: () => OperatorWindow[], operator: OperatorPort, log: Log): void {
  openDoor<IpcMainInvokeEvent>(
    ipcMain,
    operator,
    (event) => windows().find((window) => window.isCaller(event))?.calls ?? null,
    log,
  )
}

/** Page pixels are window pixels times the zoom. */
function scaled(bounds: { x: number; y: number; width: number; height: number }, zoom: number) {
  return { x: bounds.x * zoom, y: bounds.y * zoom, width: bounds.width * zoom, height: bounds.height * zoom }
}

/** The place it had, when a display still shows it; else most of the screen at hand. */
function startBounds(saved: string | null): Electron.Rectangle {
  const area = screen.getPrimaryDisplay().workArea
  const fallback = { width: Math.min(1600, area.width), height: Math.min(1000, area.height) }
  const centred = {
    ...fallback,
    x: area.x + Math.round((area.width - fallback.width) / 2),
    y: area.y + Math.round((area.height - fallback.height) / 2),
  }
  if (!saved) return centred
  try {
    const bounds = JSON.parse(saved) as Electron.Rectangle
    const display = screen.getDisplayMatching(bounds).workArea
    const visible =
      bounds.x < display.x + display.width - 80 &&
      bounds.x + bounds.width > display.x + 80 &&
      bounds.y >= display.y &&
      bounds.y < display.y + display.height - 80
    return visible ? bounds : centred
  } catch {
    return centred
  }
}

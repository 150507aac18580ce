import { app, dialog, Menu, type MenuItemConstructorOptions, nativeTheme } from 'electron'
import type { Log } from '../kit/index.ts'
import { playDemo } from './demo.ts'
import { guardEverything } from './guard.ts'
import type { OperatorPort } from './port.ts'
import { registerSchemes, serveUi } from './schemes.ts'
import { OperatorWindow, openDoorFor, type WindowOptions } from './window.ts'

export interface ShellOptions {
  preloadFile: string
  /** Folder of the built window. */
  uiFolder: string
  /** Chromium's own profile; null: Electron's default place. */
  profileFolder: string | null
  /** Save a picture of the finished rehearsal here, then quit. */
  demoFile: string | null
  log: Log
  /** Makes the operator, once the app is ready. A throw is shown and ends the app. */
  createOperator(desktop: Desktop): Promise<OperatorPort>
}

/** What only Electron knows of where it runs. */
export interface Desktop {
  version: string
  /** Folder of what is shipped beside the app. */
  resourcesFolder: string | null
  documentsFolder: string
  /** The operating system's sandbox holds the pages. */
  sandboxed: boolean
}

/**
 * Starts the desktop. Nothing here waits at the top level: an ES module that awaits `ready` while it is being loaded
 * would wait for ever.
 */
export function startShell(options: ShellOptions): void {
  if (options.profileFolder) app.setPath('userData', options.profileFolder)
  if (!app.requestSingleInstanceLock()) {
    process.stderr.write('Signalbox is open already; its window was brought to the front.\n')
    app.exit(0)
    return
  }
  registerSchemes()
  process.on('unhandledRejection', (error) => {
    options.log.error('unhandled rejection', error)
    // Something of ours is broken: end, but in order, so that what runs is stopped and what was said is kept.
    process.exitCode = 1
    app.quit()
  })
  void app.whenReady().then(() => run(options))
}

async function run(options: ShellOptions): Promise<void> {
  Menu.setApplicationMenu(process.platform === 'darwin' ? Menu.buildFromTemplate(macMenu) : null)
  guardEverything()
  serveUi(options.uiFolder)
  let operator: OperatorPort
  try {
    operator = withTheme(
      await options.createOperator({
        version: app.getVersion(),
        resourcesFolder: app.isPackaged ? process.resourcesPath : null,
        documentsFolder: app.getPath('documents'),
        sandboxed: !app.commandLine.hasSwitch('no-sandbox'),
      }),
    )
  } catch (error) {
    process.stderr.write(
      `Signalbox could not start: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    if (!options.demoFile && !process.env.CI)
      dialog.showErrorBox('Signalbox could not start', error instanceof Error ? error.message : String(error))
    app.exit(1)
    return
  }
  const windows = new Set<OperatorWindow>()
  openDoorFor(() => [...windows], operator, options.log)
  const open = () => openWindow(windows, { preloadFile: options.preloadFile, operator, log: options.log })
  await open()
  closeInOrder(operator)
  app.on('second-instance', () => focus(windows))
  app.on('activate', () => {
    if (windows.size === 0) void open()
  })
  const [first] = windows
  if (options.demoFile && first) await demo(first, operator, options.demoFile)
}

/** The theme that the operator chose holds for the system's own parts and for app pages, too. */
function withTheme(operator: OperatorPort): OperatorPort {
  const use = (value: string | null) => {
    nativeTheme.themeSource = value === 'dark' || value === 'light' ? value : 'system'
  }
  const write: OperatorPort['api']['settings.write'] = (input) => {
    if (input.key === 'theme') use(input.value)
    return operator.api['settings.write'](input)
  }
  void Promise.resolve(operator.api['settings.read']({ key: 'theme' })).then(({ value }) => {
    // What was never chosen is left to the system and to the command line.
    if (value !== null) use(value)
  })
  const api = { ...operator.api, 'settings.write': write }
  return {
    api,
    onEnvelopes: (listen) => operator.onEnvelopes(listen),
    openFolder: (folder, trust) => operator.openFolder(folder, trust),
    folderOf: (id) => operator.folderOf(id),
    appPage: (id, appId, route) => operator.appPage(id, appId, route),
    close: () => operator.close(),
  }
}

async function openWindow(windows: Set<OperatorWindow>, options: WindowOptions): Promise<void> {
  const opened = await OperatorWindow.make(options)
  windows.add(opened)
  opened.window.on('closed', () => windows.delete(opened))
  await opened.load()
}

function focus(windows: Set<OperatorWindow>): void {
  const [opened] = windows
  if (!opened) return
  if (opened.window.isMinimized()) opened.window.restore()
  opened.window.focus()
}

/** Quitting waits for the runs, the children and the store; a second request does not start it twice. */
function closeInOrder(operator: OperatorPort): void {
  let closing = false
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('will-quit', (event) => {
    if (closing) return
    closing = true
    event.preventDefault()
    void operator.close().finally(() => app.exit(Number(process.exitCode ?? 0)))
  })
}

async function demo(opened: OperatorWindow, operator: OperatorPort, file: string): Promise<void> {
  try {
    await playDemo(opened, operator, file)
    process.stdout.write(`${file}\n`)
  } catch (error) {
    process.stderr.write(
      `The demo did not come to its end: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    process.exitCode = 1
  }
  app.quit()
}

const macMenu: MenuItemConstructorOptions[] = [
  { role: 'appMenu' },
  { role: 'editMenu' },
  { role: 'windowMenu' },
]

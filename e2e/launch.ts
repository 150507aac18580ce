import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'

const root = path.resolve(import.meta.dirname, '..')
const closeLimit = 15_000

export interface LaunchOptions {
  args?: string[]
  env?: Record<string, string>
  /** The home of an earlier launch: what a restart finds. Without it a new one, removed at `close`. */
  home?: string
  /** A workspace folder to open at once. */
  workspace?: string
}

export interface Launched {
  app: ElectronApplication
  /** The operator's window, loaded. */
  page: Page
  /** HOME of the app. */
  home: string
  /** SIGNALBOX_HOME of the app: database, blobs, trust. */
  dataDir: string
  /** What the main process has said so far, on both streams. */
  output(): string
  /** Quits like a person would and waits; throws when the app does not end. */
  close(): Promise<void>
}

/** Starts the built app (or the package that SIGNALBOX_PACKAGED names) with a home of its own. */
export async function launch(options: LaunchOptions = {}): Promise<Launched> {
  const home = options.home ?? (await mkdtemp(path.join(os.tmpdir(), 'signalbox-e2e-')))
  const dataDir = path.join(home, 'signalbox')
  const app = await _electron.launch({
    ...program(home, options),
    env: environment(home, dataDir, options.env),
    cwd: root,
  })
  const output = collectOutput(app)
  const close = async () => {
    await quit(app, output)
    if (!options.home) await rm(home, { recursive: true, force: true })
  }
  try {
    const page = await uiPage(app)
    return { app, page, home, dataDir, output, close }
  } catch (error) {
    app.process().kill('SIGKILL')
    throw new Error(`${(error as Error).message}\nThe main process said:\n${output()}`)
  }
}

/** Playwright lists every WebContents, agents' pages too; this waits for the one that is the operator's window. */
export function uiPage(app: ElectronApplication, timeout = 20_000): Promise<Page> {
  return pageAt(app, 'app://ui/', timeout)
}

/** A native view (a browser page, an app's surface) by the beginning of its address. */
export function surfacePage(app: ElectronApplication, urlPrefix: string, timeout = 20_000): Promise<Page> {
  return pageAt(app, urlPrefix, timeout)
}

async function pageAt(app: ElectronApplication, urlPrefix: string, timeout: number): Promise<Page> {
  for (const end = Date.now() + timeout; ; ) {
    const page = app.windows().find((candidate) => candidate.url().startsWith(urlPrefix))
    if (page) return page
    if (app.process().exitCode !== null)
      throw new Error(`the app ended with ${app.process().exitCode} before ${urlPrefix} opened`)
    if (Date.now() > end) throw new Error(`no page at ${urlPrefix} in ${timeout} ms, but ${addresses(app)}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

const addresses = (app: ElectronApplication) =>
  app
    .windows()
    .map((page) => page.url())
    .join(', ') || 'none at all'

function program(home: string, { args = [], workspace }: LaunchOptions) {
  const packaged = process.env.SIGNALBOX_PACKAGED
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (!packaged && !dist)
    throw new Error('no Electron to test with: use npm test -- --e2e, or set ELECTRON_OVERRIDE_DIST_PATH')
  const switches = ['--disable-gpu', '--log-level=3', `--user-data-dir=${path.join(home, 'profile')}`]
  if (process.getuid?.() === 0) switches.push('--no-sandbox') // Chromium refuses root otherwise
  const own = [...(workspace ? ['--workspace', workspace] : []), ...args]
  if (packaged) return { executablePath: packaged, args: [...switches, ...own] }
  return { executablePath: path.join(dist ?? '', electronFile()), args: [...switches, root, ...own] }
}

function electronFile(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

/** Nothing of the person's own: neither settings nor a key that a test could spend. */
function environment(
  home: string,
  dataDir: string,
  extra: Record<string, string> = {},
): Record<string, string> {
  const foreign = /^(XDG_(CONFIG|DATA|STATE|CACHE)_HOME|ELECTRON_RUN_AS_NODE|SIGNALBOX_.*|.*_API_KEY)$/
  const kept = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !foreign.test(name),
  )
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    HOME: home,
    SIGNALBOX_HOME: dataDir,
    ...extra,
  }
}

function collectOutput(app: ElectronApplication): () => string {
  const parts: string[] = []
  for (const stream of [app.process().stdout, app.process().stderr])
    stream?.on('data', (text) => parts.push(String(text)))
  return () => parts.join('')
}

async function quit(app: ElectronApplication, output: () => string): Promise<void> {
  const child = app.process()
  if (child.exitCode !== null || child.signalCode !== null) return
  const late = setTimeout(() => child.kill('SIGKILL'), closeLimit)
  await app.close()
  clearTimeout(late)
  if (child.signalCode === 'SIGKILL')
    throw new Error(`the app did not quit in ${closeLimit} ms. It said:\n${output()}`)
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { type Figure, median, percentile } from './measure.ts'

const rounds = 3

/** From starting the process to the first contentful paint, beside a bare Electron window started the same way. */
export async function startFigures(root: string, dist: string): Promise<Figure[]> {
  const bare: number[] = []
  const ours: number[] = []
  const home = mkdtempSync(path.join(tmpdir(), 'signalbox-bench-'))
  const bareApp = writeBareApp(home)
  // In turns, so that a slow moment of the machine hits both.
  for (let round = 0; round < rounds; round++) {
    bare.push(await startTime(dist, bareApp, path.join(home, `bare-${round}`), 'data:'))
    ours.push(await startTime(dist, root, path.join(home, 'ours'), 'app://ui/'))
  }
  rmSync(home, { recursive: true, force: true })
  // The first start of ours also copies the sample and makes the database; it is the slowest and counts as first.
  return [
    { name: 'start to first paint, bare Electron window', unit: 'ms', value: median(bare) },
    { name: 'start to first paint, Signalbox, first start', unit: 'ms', value: ours[0] ?? Number.NaN },
    { name: 'start to first paint, Signalbox', unit: 'ms', value: median(ours) },
    { name: 'start against the bare window', unit: 'ratio', value: median(ours) / median(bare) },
  ]
}

/** From the commit of an event in the log to the frame that shows it, while a rehearsal runs. */
export async function paintFigures(root: string, dist: string): Promise<Figure[]> {
  const home = mkdtempSync(path.join(tmpdir(), 'signalbox-bench-'))
  const { app, page } = await start(dist, root, home, 'app://ui/')
  await page.getByRole('textbox', { name: 'Instruction' }).press('Enter')
  const latencies = await page.evaluate(latenciesOfARun)
  await app.close()
  rmSync(home, { recursive: true, force: true })
  return [
    { name: 'event to paint, median', unit: 'ms', value: median(latencies) },
    { name: 'event to paint, 95th percentile', unit: 'ms', value: percentile(latencies, 0.95) },
  ]
}

/** Runs in the page: collects until the run has ended. */
function latenciesOfARun(): Promise<number[]> {
  const { operator } = window as unknown as {
    operator: {
      onPush(
        listen: (envelopes: { time?: number; runId?: string; event: { type: string } }[]) => void,
      ): () => void
    }
  }
  return new Promise((resolve) => {
    const found: number[] = []
    const stop = operator.onPush((envelopes) => {
      const times = envelopes.flatMap(({ time, runId }) => (time !== undefined && runId ? [time] : []))
      const over = envelopes.some(
        ({ event }) => event.type === 'run.completed' || event.type === 'run.failed',
      )
      // A frame is on the screen when the next one begins.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          for (const time of times) found.push(Date.now() - time)
          if (!over) return
          stop()
          resolve(found)
        }),
      )
    })
  })
}

async function startTime(dist: string, target: string, home: string, url: string): Promise<number> {
  const startedAt = Date.now()
  const { app, page } = await start(dist, target, home, url)
  const paintedAt = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const take = () => {
          const [entry] = performance.getEntriesByName('first-contentful-paint')
          if (entry) resolve(performance.timeOrigin + entry.startTime)
          else requestAnimationFrame(take)
        }
        take()
      }),
  )
  await app.close()
  return paintedAt - startedAt
}

async function start(
  dist: string,
  target: string,
  home: string,
  url: string,
): Promise<{ app: ElectronApplication; page: Page }> {
  const switches = ['--disable-gpu', '--log-level=3', `--user-data-dir=${path.join(home, 'profile')}`]
  if (process.getuid?.() === 0) switches.push('--no-sandbox')
  const app = await _electron.launch({
    executablePath: path.join(dist, 'electron'),
    args: [...switches, target],
    env: { ...(process.env as Record<string, string>), HOME: home, SIGNALBOX_HOME: path.join(home, 'data') },
  })
  for (;;) {
    const page = app.windows().find((candidate) => candidate.url().startsWith(url))
    if (page) return { app, page }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function writeBareApp(home: string): string {
  const folder = path.join(home, 'bare-app')
  const main = `const { app, BrowserWindow } = require('electron')
app.whenReady().then(() => new BrowserWindow({ width: 1600, height: 1000 }).loadURL('data:text/html,<h1>Hello</h1>'))
app.on('window-all-closed', () => app.quit())`
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"name":"bare","main":"main.js"}')
  writeFileSync(path.join(folder, 'main.js'), main)
  return folder
}

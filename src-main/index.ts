import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { faultOf, fileLog } from './kit/index.ts'
import type { Operator } from './runs/index.ts'
import { startShell } from './shell/index.ts'
import { dataFolder, openOperator } from './wiring.ts'
import { copySample } from './workspace/index.ts'

/** The desktop. Arguments: `--workspace DIR`, `--trust`, `--demo FILE.png`. */
const here = import.meta.dirname
const demoFile = option('--demo')
// The demo is a smoke test: it has a history and a sample of its own in the temporary folder, and leaves no trace in
// the operator's. (Chromium writes a few kilobytes there after our last word; the system clears them.)
const demoHome = demoFile === null ? null : mkdtempSync(path.join(tmpdir(), 'signalbox-demo-'))
if (demoHome !== null) {
  process.env.SIGNALBOX_HOME = path.join(demoHome, 'data')
  process.on('exit', () => rmSync(demoHome, { recursive: true, force: true, maxRetries: 3 }))
}
const log = fileLog(path.join(dataFolder(), 'logs'))

startShell({
  preloadFile: path.join(here, '../preload/index.cjs'),
  uiFolder: path.join(here, '../renderer'),
  profileFolder: path.join(dataFolder(), 'chromium'),
  demoFile,
  log,
  async createOperator(desktop) {
    const operator = openOperator(
      here,
      {
        version: desktop.version,
        electron: process.versions.electron ?? null,
        chromium: process.versions.chrome ?? null,
        node: process.versions.node,
        platform: process.platform,
        sandboxed: desktop.sandboxed,
      },
      log,
    )
    const resources = desktop.resourcesFolder ?? path.join(here, '../../resources')
    const sample = path.join(demoHome ?? desktop.documentsFolder, 'Signalbox', 'product-launch')
    await noticed(operator, `open the sample workspace ${sample}`, async () => {
      const copied = await copySample(path.join(resources, 'workspaces', 'product-launch'), sample)
      await operator.openFolder(sample, copied ? 'bundled' : '')
    })
    const folder = option('--workspace')
    if (folder) {
      const trust = process.argv.includes('--trust') ? 'flag' : ''
      await noticed(operator, `open ${folder}`, async () => {
        const { id } = await operator.openFolder(path.resolve(folder), trust)
        // The window begins with the folder that it was asked for.
        await operator.api['settings.write']({ key: 'workspace', value: id })
      })
    }
    return operator
  },
})

/** A folder that cannot be opened is said in the window; it does not keep the window from opening. */
async function noticed(operator: Operator, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error(`tried to ${what}`, error)
    operator.notices.push(faultOf(error))
  }
}

function option(name: string): string | null {
  const at = process.argv.indexOf(name)
  const value = at < 0 ? undefined : process.argv[at + 1]
  return value === undefined || value.startsWith('--') ? null : value
}

import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import type { HostRuntime } from './harness/index.ts'
import { fileLog, type Log, systemClock } from './kit/index.ts'
import { environmentSecrets, Operator, type OperatorOptions } from './runs/index.ts'
import { Store } from './store/index.ts'

const cancelGraceMs = 3000

/** SIGNALBOX_HOME, else the platform's place for application data. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.SIGNALBOX_HOME) return path.resolve(env.SIGNALBOX_HOME)
  const home = homedir()
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Signalbox')
  if (process.platform === 'win32')
    return path.join(env.APPDATA ?? path.join(home, 'AppData', 'Roaming'), 'Signalbox')
  return path.join(env.XDG_DATA_HOME ?? path.join(home, '.local', 'share'), 'signalbox')
}

/** Our own processes run on the binary we run on: Electron's as Node, or Node itself. */
function hostRuntime(folder: string, entries: string): HostRuntime {
  const hosts = path.join(folder, 'hosts')
  mkdirSync(hosts, { recursive: true })
  return {
    runtime: {
      command: process.execPath,
      env: process.versions.electron ? { ELECTRON_RUN_AS_NODE: '1' } : {},
      keeperFile: path.join(entries, 'keeper.mjs'),
    },
    clock: systemClock,
    entries,
    folder: hosts,
    cancelGraceMs,
  }
}

/**
 * The whole of the works over one data folder. Takes the writer's lock; throws `already_writing`.
 * `entries`: the folder of the built programs (keeper, hosts), which only a built entry itself can tell.
 */
export function openOperator(entries: string, product: OperatorOptions['product'], diary?: Log): Operator {
  const folder = dataFolder()
  const store = Store.open(folder)
  const log = diary ?? fileLog(path.join(folder, 'logs'))
  const operator = new Operator({
    store,
    clock: systemClock,
    diary: log,
    host: hostRuntime(folder, entries),
    secrets: environmentSecrets(process.env),
    dataFolder: folder,
    product,
  })
  const cut = operator.recover()
  if (cut > 0) log.info(`${cut} run(s) were cut off by an earlier end and are marked interrupted`)
  return operator
}

import fs from 'node:fs'
import path from 'node:path'
import { Stop } from '../lib/stop.mjs'
import { carriedRuntime } from './runtime-carried.mjs'
import { officialRuntime } from './runtime-official.mjs'

/**
 * @typedef {object} Runtime
 * @property {string} dist folder with an unpacked Electron, good for ELECTRON_OVERRIDE_DIST_PATH
 * @property {string} exe the program inside
 * @property {string} version without a leading v
 * @property {'override'|'official'|'carried'} origin `carried` is an old release kept for closed networks: good for tests
 */

/**
 * Finds an Electron to run on: the one the environment names, else the declared release, else the one that the
 * package registry carries. SIGNALBOX_RUNTIME=official or =carried allows only that one.
 * @returns {Promise<Runtime>}
 */
export async function ensureRuntime(note) {
  const only = process.env.SIGNALBOX_RUNTIME
  if (only && only !== 'official' && only !== 'carried') {
    throw new Stop(`SIGNALBOX_RUNTIME is "${only}"`, { hint: 'use official, carried, or leave it unset' })
  }
  if (only === 'carried') return carriedRuntime(note)
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (override && !only) return overrideRuntime(path.resolve(override))
  const official = await officialRuntime(note, { insist: only === 'official' })
  return official ?? carriedRuntime(note)
}

export const describeRuntime = ({ version, origin, dist }) =>
  origin === 'override' ? `Electron ${version} from ${dist}` : `Electron ${version}, ${origin}`

function overrideRuntime(dist) {
  const exe = executableIn(dist)
  if (fs.existsSync(exe)) return { dist, exe, version: versionIn(dist), origin: 'override' }
  throw new Stop(`ELECTRON_OVERRIDE_DIST_PATH names ${dist}, but there is no ${path.basename(exe)} in it`, {
    hint: 'point it at an unpacked Electron, or unset it to let the runtime be found',
  })
}

export function executableIn(dist) {
  if (process.platform === 'darwin') return path.join(dist, 'Electron.app/Contents/MacOS/Electron')
  return path.join(dist, process.platform === 'win32' ? 'electron.exe' : 'electron')
}

export function versionIn(dist) {
  const file = path.join(dist, 'version')
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().replace(/^v/, '') : 'of unknown version'
}

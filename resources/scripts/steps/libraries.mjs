import { run } from '../lib/exec.mjs'
import { Stop } from '../lib/stop.mjs'
import { bringPackages } from './apt.mjs'

/** These four pull in everything else that Electron links against. */
const PACKAGES = ['libgtk-3-0', 'libnss3', 'libgbm1', 'libasound2']

/** Makes sure that the system has the shared libraries of an Electron program. True when it had to bring some. */
export async function ensureLibraries(exe, note) {
  if (process.platform !== 'linux') return false
  const before = await missingLibraries(exe)
  if (before.length === 0) return false
  await bringPackages(
    PACKAGES,
    `${before.length} shared libraries are missing (${before.slice(0, 3).join(', ')}, ...)`,
    note,
  )
  const after = await missingLibraries(exe)
  if (after.length === 0) return true
  throw new Stop(`still missing after the installation: ${after.join(', ')}`, {
    hint: 'install the packages that contain them, then start again',
  })
}

async function missingLibraries(exe) {
  const { stdout } = await run('ldd', [exe])
  return [...stdout.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1])
}

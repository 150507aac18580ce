import fs from 'node:fs'
import path from 'node:path'
import { npm } from '../lib/exec.mjs'
import { digest, readJson } from '../lib/fingerprint.mjs'
import { withLock } from '../lib/lock.mjs'
import { root, toolCache } from '../lib/paths.mjs'
import { withHeartbeat } from '../lib/progress.mjs'
import { Stop } from '../lib/stop.mjs'

const modules = path.join(root, 'node_modules')
const stamp = path.join(modules, '.signalbox-lock')
const lockfile = path.join(root, 'package-lock.json')

/** Installs with `npm ci` when node_modules is missing or does not match the lockfile. True when it had to. */
export async function ensureInstalled(note) {
  if (isInstalled()) return false
  return withLock(path.join(toolCache, 'install.lock'), note, async () => {
    if (isInstalled()) return false // the one we waited for did it
    const why = fs.existsSync(modules) ? 'package-lock.json has changed' : 'node_modules is missing'
    await install(note, why)
    fs.writeFileSync(stamp, lockHash())
    return true
  })
}

async function install(note, why) {
  // No package here needs its install script (native code comes prebuilt), and npm before 11 would
  // run one that downloads from a place many networks cannot reach.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const result = await withHeartbeat(note, `${why}, running npm ci`, npm(args))
  if (result.code === 0) return
  throw new Stop(`npm ci failed with exit code ${result.code}`, {
    output: result.output,
    hint: 'check the network (npm config get registry) and that package-lock.json matches package.json',
  })
}

function isInstalled() {
  if (!fs.existsSync(lockfile))
    throw new Stop('package-lock.json is missing', { hint: 'restore it from git' })
  const hash = lockHash()
  if (readText(stamp) === hash) return true
  if (!matchesLockfile()) return false
  fs.writeFileSync(stamp, hash) // somebody ran npm by hand; remember that the result is right
  return true
}

/** Compares what npm says it installed with what the lockfile asks for, package by package. */
function matchesLockfile() {
  const wanted = readJson(lockfile)?.packages
  const found = readJson(path.join(modules, '.package-lock.json'))?.packages
  if (!wanted || !found) return false
  const same = (name) => wanted[name]?.version === found[name]?.version
  const needed = Object.keys(wanted).filter((name) => name !== '' && !wanted[name].optional)
  return needed.every(same) && Object.keys(found).every(same)
}

const lockHash = () => digest([fs.readFileSync(lockfile)])
const readText = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined)

import fs from 'node:fs'
import path from 'node:path'
import { node } from '../lib/exec.mjs'
import { filesBelow, readJson, writeJson } from '../lib/fingerprint.mjs'
import { withLock } from '../lib/lock.mjs'
import { root, userCache } from '../lib/paths.mjs'
import { Stop } from '../lib/stop.mjs'
import { executableIn, versionIn } from './runtime.mjs'

const STALLED = 20_000 // ms without a new byte
const REMEMBER_FAILURE = 24 * 60 * 60 * 1000
const MB = 1024 * 1024

const declared = path.join(root, 'node_modules/electron')
const dist = path.join(declared, 'dist')

/**
 * The release that package.json declares: installed already, or downloaded now. Undefined when it cannot be had,
 * which is remembered for a day so that later starts do not wait again; `insist` tries anyway and fails loudly.
 */
export async function officialRuntime(note, { insist }) {
  const version = readJson(path.join(declared, 'package.json'))?.version
  if (!version) throw new Stop('the electron package is not installed', { hint: 'run npm ci' })
  const ready = () => isComplete(version) && { dist, exe: executableIn(dist), version, origin: 'official' }
  if (ready()) return ready()
  const memory = path.join(userCache, `electron-${version}.failed.json`)
  if (!insist && failedLately(memory)) return undefined
  return withLock(path.join(userCache, 'electron-official.lock'), note, async () => {
    if (ready()) return ready()
    if (!insist && failedLately(memory)) return undefined
    const problem = await download(version, note)
    if (!problem && ready()) {
      fs.rmSync(memory, { force: true })
      return ready()
    }
    if (insist) throw new Stop(`Electron ${version} could not be downloaded: ${problem}`)
    writeJson(memory, { at: Date.now(), problem })
    note(`Electron ${version} could not be downloaded (${problem}); not trying again for a day`)
    return undefined
  })
}

/** `path.txt` is written last, so a download cut short does not count. */
function isComplete(version) {
  return (
    fs.existsSync(path.join(declared, 'path.txt')) &&
    versionIn(dist) === version &&
    fs.existsSync(executableIn(dist))
  )
}

function failedLately(memory) {
  const at = readJson(memory)?.at
  return typeof at === 'number' && Date.now() - at < REMEMBER_FAILURE
}

/** Runs the package's own installer; undefined when it succeeded, else what went wrong in a few words. */
async function download(version, note) {
  const scratch = path.join(userCache, 'download')
  fs.rmSync(scratch, { recursive: true, force: true })
  fs.mkdirSync(scratch, { recursive: true })
  const watch = watchGrowth([scratch, dist], note, `downloading Electron ${version}`)
  try {
    const { code, output } = await node(path.join(declared, 'install.js'), [], {
      env: { ...process.env, TMPDIR: scratch, TEMP: scratch, ELECTRON_OVERRIDE_DIST_PATH: '' },
      signal: watch.signal,
    })
    return code === 0 ? undefined : firstReason(output)
  } catch (error) {
    return watch.signal.aborted ? `no progress for ${STALLED / 1000} s` : error.message
  } finally {
    watch.end()
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}

/** Aborts when the folders stop growing: a network that swallows packets would otherwise hold the start for minutes. */
function watchGrowth(folders, note, text) {
  const abort = new AbortController()
  let [size, changed, told] = [0, Date.now(), Date.now()]
  note(text)
  const timer = setInterval(() => {
    const now = sizeOf(folders)
    if (now !== size) [size, changed] = [now, Date.now()]
    if (Date.now() - changed > STALLED) abort.abort()
    if (Date.now() - told < 5000) return
    told = Date.now()
    note(`${text}: ${Math.round(size / MB)} MB`)
  }, 500)
  return { signal: abort.signal, end: () => clearInterval(timer) }
}

function sizeOf(folders) {
  try {
    return filesBelow(folders, { base: '/' }).reduce((sum, { stat }) => sum + stat.size, 0)
  } catch {
    return -1 // something moved while we counted, which is progress too
  }
}

function firstReason(output) {
  const line = output.split('\n').find((text) => /error|failed|status/i.test(text)) ?? output
  const cause =
    /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|CERT_\w+|SELF_SIGNED_CERT\w*)\b/.exec(
      output,
    )?.[1]
  return (
    (cause ??
      line
        .trim()
        .replace(/^\w*Error: /, '')
        .slice(0, 160)) ||
    'no reason given'
  )
}

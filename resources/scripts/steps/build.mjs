import fs from 'node:fs'
import path from 'node:path'
import { node } from '../lib/exec.mjs'
import { contentPrint, filesBelow, readJson, statPrint, writeJson } from '../lib/fingerprint.mjs'
import { withLock } from '../lib/lock.mjs'
import { root, toolCache } from '../lib/paths.mjs'
import { Stop } from '../lib/stop.mjs'

/** Everything that ends up in out/ or decides how it is made. */
const INPUTS = [
  'src-main',
  'src-preload',
  'src-renderer',
  'electron.vite.config.ts',
  'tsconfig.base.json',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
const stampFile = path.join(root, 'out/.build.json')
const script = path.join(root, 'resources/scripts/build.mjs')

/** Builds out/ when a source is newer in content. True when it had to. */
export async function ensureBuild(note, { show = true } = {}) {
  if (isFresh()) return false
  return withLock(path.join(toolCache, 'build.lock'), note, async () => {
    if (isFresh()) return false
    note('building, the sources have changed')
    const { code, output } = await node(script, ['--locked'], { show: false })
    if (code !== 0)
      throw new Stop('the build failed', {
        output,
        hint: 'npm run check names type errors with file and line',
      })
    if (show && output.trim()) process.stderr.write(output)
    return true
  })
}

/** Runs `work`, then notes for which sources its result holds: those from before it began. */
export async function stamped(work) {
  const files = filesBelow(INPUTS, { tests: false })
  const stamp = { stat: statPrint(files), content: contentPrint(files) }
  fs.rmSync(stampFile, { force: true })
  await work()
  writeJson(stampFile, stamp)
}

function isFresh() {
  const stamp = readJson(stampFile)
  if (!stamp) return false
  const files = filesBelow(INPUTS, { tests: false })
  const stat = statPrint(files)
  if (stamp.stat === stat) return true
  if (stamp.content !== contentPrint(files)) return false
  writeJson(stampFile, { ...stamp, stat }) // touched, not changed
  return true
}

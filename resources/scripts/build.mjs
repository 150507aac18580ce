import path from 'node:path'
import { withLock } from './lib/lock.mjs'
import { root, toolCache } from './lib/paths.mjs'
import { main } from './lib/stop.mjs'
import { stamped } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'

const say = (text) => console.error(text)

/** Builds out/ with electron-vite: main, preload and renderer, whichever exist. Warnings and errors only. */
async function build() {
  const since = performance.now()
  const { build: electronVite } = await import('electron-vite')
  await stamped(() => electronVite({ root, logLevel: 'warn' }))
  return ((performance.now() - since) / 1000).toFixed(1)
}

await main(async () => {
  // `--locked`: the caller holds the lock and waits for us.
  if (process.argv.includes('--locked')) return void (await build())
  await ensureInstalled(say)
  const seconds = await withLock(path.join(toolCache, 'build.lock'), say, build)
  console.log(`built out/ in ${seconds} s`)
})
// electron-vite can leave worker threads behind that keep the process alive.
process.exit()

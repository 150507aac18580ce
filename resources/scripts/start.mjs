import { root } from './lib/paths.mjs'
import { progress } from './lib/progress.mjs'
import { main } from './lib/stop.mjs'
import { absolutePaths, runApp, switches } from './run.mjs'
import { ensureBuild } from './steps/build.mjs'
import { openDisplay } from './steps/display.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { ensureLibraries } from './steps/libraries.mjs'
import { checkNode } from './steps/node.mjs'
import { describeRuntime, ensureRuntime } from './steps/runtime.mjs'
import { checkSandbox } from './steps/sandbox.mjs'

// Until step 1 is done nothing but Node's own modules may be imported: this runs in a fresh clone.
await main(async () => {
  const version = checkNode()
  const step = progress(5)
  await step('Packages', async (note) => {
    const did = await ensureInstalled(note)
    return { says: did ? 'installed' : `up to date, Node ${version}` }
  })
  const runtime = await step('Electron runtime', async (note) => {
    const value = await ensureRuntime(note)
    return { says: describeRuntime(value), value }
  })
  await step('System libraries', async (note) => {
    const did = await ensureLibraries(runtime.exe, note)
    await checkSandbox(runtime)
    return { says: did ? 'installed' : 'complete' }
  })
  await step('Build', async (note) => ({ says: (await ensureBuild(note)) ? 'built' : 'up to date' }))
  const display = await step('Window', async (note) => {
    const value = await openDisplay(note)
    return {
      says: value.virtual ? 'there is no display, starting on a virtual one (Xvfb)' : 'starting',
      value,
    }
  })
  return runApp(runtime.exe, [...switches(display), root, ...absolutePaths(process.argv.slice(2))], display)
})

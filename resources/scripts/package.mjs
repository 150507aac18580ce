import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { node } from './lib/exec.mjs'
import { root } from './lib/paths.mjs'
import { pictureProblem } from './lib/png.mjs'
import { progress } from './lib/progress.mjs'
import { main, Stop } from './lib/stop.mjs'
import { runApp, switches } from './run.mjs'
import { ensureBuild } from './steps/build.mjs'
import { openDisplay } from './steps/display.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { ensureLibraries } from './steps/libraries.mjs'
import { checkNode } from './steps/node.mjs'
import { describeRuntime, ensureRuntime } from './steps/runtime.mjs'

const WARNING = `
  *** carried runtime: for tests only ***
  This package contains an old Electron that no longer gets security fixes. Do not give it to people.
  Package on a machine that reaches the official download to get one for release.
`
const START_LIMIT = 90_000 // ms

/** `npm run package [-- --drivable]`: the unpacked application in release/, started once to see that it works. */
await main(async () => {
  checkNode()
  const drivable = process.argv.includes('--drivable')
  const step = progress(5)
  await step('Packages', async (note) => ({
    says: (await ensureInstalled(note)) ? 'installed' : 'up to date',
  }))
  const runtime = await step('Electron runtime', async (note) => {
    const value = await ensureRuntime(note)
    await ensureLibraries(value.exe, note)
    return { says: describeRuntime(value), value }
  })
  const carried = runtime.origin !== 'official'
  if (carried) console.log(WARNING)
  await step('Build', async (note) => ({ says: (await ensureBuild(note)) ? 'built' : 'up to date' }))
  const exe = await step('Package', async (note) => {
    const value = await pack(runtime, drivable, note)
    return { says: path.relative(root, path.dirname(value)), value }
  })
  await step('Start', async (note) => ({ says: await smoke(exe, note) }))
  if (carried) console.log(WARNING)
})

async function pack({ dist }, drivable, note) {
  if (!fs.existsSync(path.join(root, 'out/main/index.mjs')))
    throw new Stop('there is no out/main/index.mjs to package')
  const output = drivable ? 'release/drivable' : 'release'
  const env = {
    ...process.env,
    SIGNALBOX_ELECTRON_DIST: dist,
    SIGNALBOX_OUT: output,
    SIGNALBOX_DRIVABLE: drivable ? '1' : '',
  }
  const cli = path.join(root, 'node_modules/electron-builder/out/cli/cli.js')
  note('electron-builder')
  const { code, output: words } = await node(cli, ['--dir', '--config', 'electron-builder.config.cjs'], {
    env,
  })
  if (code !== 0) throw new Stop(`electron-builder ended with ${code}`, { output: words })
  return programIn(path.join(root, output))
}

function programIn(folder) {
  const candidates = {
    linux: ['linux-unpacked/signalbox', `linux-${process.arch}-unpacked/signalbox`],
    darwin: [
      'mac/Signalbox.app/Contents/MacOS/Signalbox',
      'mac-arm64/Signalbox.app/Contents/MacOS/Signalbox',
    ],
    win32: ['win-unpacked/Signalbox.exe'],
  }[process.platform]
  const found = candidates?.map((name) => path.join(folder, name)).find((file) => fs.existsSync(file))
  if (found) return found
  throw new Stop(`electron-builder succeeded, but there is no program in ${path.relative(root, folder)}`)
}

/** Starts the package as a person without any data would, and looks at the picture it takes of itself. */
async function smoke(exe, note) {
  const picture = path.join(root, 'release/demo.png')
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-smoke-'))
  fs.rmSync(picture, { force: true })
  try {
    const display = await openDisplay(note)
    const env = {
      ...process.env,
      HOME: home,
      SIGNALBOX_HOME: path.join(home, 'data'),
      XDG_CONFIG_HOME: path.join(home, 'config'),
    }
    const since = performance.now()
    const code = await runApp(exe, [...switches(display), '--demo', picture], display, {
      env,
      timeout: START_LIMIT,
    })
    if (code !== 0) throw new Stop(`the packaged app ended with ${code}`, { hint: 'its own words are above' })
    if (!fs.existsSync(picture)) throw new Stop('the packaged app ended well but took no picture')
    const problem = pictureProblem(fs.readFileSync(picture))
    if (problem) throw new Stop(`the packaged app's picture release/demo.png is no window: ${problem}`)
    return `works, picture in release/demo.png, ${((performance.now() - since) / 1000).toFixed(1)} s from start to end`
  } finally {
    fs.rmSync(home, { recursive: true, force: true })
  }
}

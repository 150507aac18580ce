import fs from 'node:fs'
import path from 'node:path'
import { addUp, playwrightCounts, single, vitestCounts } from './lib/counts.mjs'
import { node } from './lib/exec.mjs'
import { root, toolCache } from './lib/paths.mjs'
import { main, Stop } from './lib/stop.mjs'
import { ensureBuild } from './steps/build.mjs'
import { openDisplay } from './steps/display.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { ensureLibraries } from './steps/libraries.mjs'
import { checkNode } from './steps/node.mjs'
import { describeRuntime, ensureRuntime } from './steps/runtime.mjs'
import { checkSandbox } from './steps/sandbox.mjs'

const script = (name) => path.join(root, 'resources/scripts', name)
const bin = (name) => path.join(root, 'node_modules', name)
const say = (text) => console.log(`  ${text}`)

/** `npm test -- [--unit | --e2e] [--only PATTERN]`; PATTERN is a part of a test's name, or of a file's when it has a slash or `.ts`. */
function readArguments([...args]) {
  const at = args.indexOf('--only')
  const only = at < 0 ? undefined : args.splice(at, 2)[1]
  if (at >= 0 && !only) throw new Stop('--only needs a pattern')
  const unknown = args.filter((arg) => arg !== '--unit' && arg !== '--e2e')
  if (unknown.length > 0)
    throw new Stop(`unknown: ${unknown.join(' ')}`, { hint: 'npm test -- [--unit | --e2e] [--only PATTERN]' })
  const both = !args.includes('--unit') && !args.includes('--e2e')
  return {
    only,
    unit: both || args.includes('--unit'),
    e2e: both || args.includes('--e2e'),
    check: both && !only,
  }
}

/** Narrowed to a file or to a title, in the words of either tool. */
const filter = (only, titleFlag) => (!only ? [] : /[/]|\.tsx?$/.test(only) ? [only] : [titleFlag, only])

async function build() {
  try {
    return single(true, (await ensureBuild(say)) ? 'built' : 'up to date')
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    console.error(`${error.output}\n${error.message}`)
    return single(false)
  }
}

async function unit(only) {
  const report = freshReport('unit.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  // The build is done, or has failed and would fail again.
  const env = { ...process.env, SIGNALBOX_BUILT: '1' }
  const { code } = await node(bin('vitest/vitest.mjs'), [...args, ...filter(only, '-t')], { show: true, env })
  return vitestCounts(report, code)
}

async function e2e(only) {
  const runtime = await ensureRuntime(say)
  say(describeRuntime(runtime))
  await ensureLibraries(runtime.exe, say)
  await checkSandbox(runtime)
  const display = await openDisplay(say)
  const report = freshReport('e2e.json')
  const env = { ...process.env, ...display.env, ELECTRON_OVERRIDE_DIST_PATH: runtime.dist }
  try {
    const args = ['test', '--pass-with-no-tests', ...filter(only, '-g')]
    const { code } = await node(bin('@playwright/test/cli.js'), args, { show: true, env })
    return playwrightCounts(report, code)
  } finally {
    display.close()
  }
}

/** Reports are read back to count; an old one must never be taken for a new one. */
function freshReport(name) {
  const file = path.join(toolCache, name)
  fs.rmSync(file, { force: true })
  return file
}

await main(async () => {
  checkNode()
  const wanted = readArguments(process.argv.slice(2))
  await ensureInstalled(say)
  const parts = {}
  const part = async (name, work) => {
    console.log(`\n== ${name} ==`)
    const since = performance.now()
    const counts = await work()
    parts[name] = { ...counts, seconds: (performance.now() - since) / 1000 }
  }
  if (wanted.check)
    await part('check', async () => single((await node(script('check.mjs'), [], { show: true })).code === 0))
  await part('build', build)
  const built = parts.build.failed === 0
  if (wanted.unit) await part('unit', () => unit(wanted.only))
  if (wanted.e2e && built) await part('end-to-end', () => e2e(wanted.only))
  if (wanted.e2e && !built) console.log('\n== end-to-end ==\n  left out: there is no build to start')
  return summary(parts, wanted)
})

function summary(parts, { check }) {
  console.log('\n== summary ==')
  for (const [name, { passed, failed, skipped, seconds, note }] of Object.entries(parts)) {
    const more = [skipped ? `${skipped} skipped` : '', note ?? ''].filter(Boolean).join(', ')
    console.log(
      `  ${name.padEnd(11)} ${passed} passed, ${failed} failed  ${seconds.toFixed(1)} s  ${more}`.trimEnd(),
    )
  }
  const tests = addUp(
    Object.entries(parts)
      .filter(([name]) => name === 'unit' || name === 'end-to-end')
      .map(([, counts]) => counts),
  )
  const all = addUp(Object.values(parts))
  const nothing = tests.passed + tests.failed === 0
  if (nothing) console.log('  no test ran')
  const { passed, failed } = check ? all : { passed: tests.passed, failed: tests.failed + parts.build.failed }
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 || nothing ? 1 : 0
}

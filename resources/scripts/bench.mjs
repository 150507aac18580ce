import fs from 'node:fs'
import path from 'node:path'
import { node } from './lib/exec.mjs'
import { root, toolCache } from './lib/paths.mjs'
import { main, Stop } from './lib/stop.mjs'
import { absolutePaths } from './run.mjs'
import { ensureBuild } from './steps/build.mjs'
import { openDisplay } from './steps/display.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { ensureLibraries } from './steps/libraries.mjs'
import { checkNode } from './steps/node.mjs'
import { describeRuntime, ensureRuntime } from './steps/runtime.mjs'
import { checkSandbox } from './steps/sandbox.mjs'

const source = path.join(root, 'e2e/bench/bench.ts')
const say = (text) => console.error(text) // stdout belongs to the measurements

/** Bundles the TypeScript of the benchmark for plain Node; packages stay where they are. */
async function bundle() {
  const { build } = await import('vite')
  const at = (name) => path.join(root, 'src-preload/contract', name)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '@contract/schemas': at('schemas.ts'), '@contract': at('index.ts') } },
    build: {
      ssr: source,
      target: 'node20.18',
      outDir: path.join(toolCache, 'bench'),
      rolldownOptions: { output: { format: 'es', entryFileNames: 'bench.mjs' } },
    },
  })
  return path.join(toolCache, 'bench/bench.mjs')
}

/** `npm run bench -- [--json FILE] ...`: arguments go to the benchmark. */
await main(async () => {
  checkNode()
  if (!fs.existsSync(source)) throw new Stop('there is no e2e/bench/bench.ts to run')
  await ensureInstalled(say)
  const runtime = await ensureRuntime(say)
  say(describeRuntime(runtime))
  await ensureLibraries(runtime.exe, say)
  await checkSandbox(runtime)
  await ensureBuild(say)
  const file = await bundle()
  const display = await openDisplay(say)
  const env = {
    ...process.env,
    ...display.env,
    ELECTRON_OVERRIDE_DIST_PATH: runtime.dist,
    SIGNALBOX_ROOT: root,
  }
  const args = absolutePaths(process.argv.slice(2), { options: ['--json'] })
  const { code } = await node(file, args, { env, show: true })
  display.close()
  return code
})

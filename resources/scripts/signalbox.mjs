import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { callerDir, root } from './lib/paths.mjs'
import { main, Stop } from './lib/stop.mjs'
import { ensureBuild } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'

const cli = path.join(root, 'out/main/cli.mjs')
const say = (text) => console.error(`signalbox: ${text}`) // stdout belongs to the command

await main(async () => {
  await ensureInstalled(say)
  await ensureBuild(say, { show: false })
  if (!fs.existsSync(cli))
    throw new Stop('the build made no out/main/cli.mjs', { hint: 'npm run build, and see what it says' })
})

// In this process rather than a second one: no start-up to pay twice, and streams, signals and exit code are its own.
if (!process.exitCode) {
  process.chdir(callerDir)
  process.argv.splice(1, 1, cli)
  await import(pathToFileURL(cli).href)
}

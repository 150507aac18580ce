import { writeFileSync } from 'node:fs'
import os from 'node:os'
import { largeFigures } from './contract.ts'
import { paintFigures, startFigures } from './desktop.ts'
import { type Figure, table } from './measure.ts'
import { appendFigures, compileFigures } from './works.ts'

/** `npm run bench [-- --json FILE]`: numbers to compare with the last time on the same machine, and ratios. */
const root = process.env.SIGNALBOX_ROOT ?? process.cwd()
const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? ''
const figures: Figure[] = [
  ...(await appendFigures()),
  ...(await compileFigures(root)),
  ...(await largeFigures(root)),
  ...(await startFigures(root, dist)),
  ...(await paintFigures(root, dist)),
]
process.stdout.write(`${table(figures)}\n`)
const at = process.argv.indexOf('--json')
const file = at < 0 ? undefined : process.argv[at + 1]
if (file) {
  const machine = {
    node: process.versions.node,
    cpus: os.cpus().length,
    model: os.cpus()[0]?.model ?? 'unknown',
  }
  writeFileSync(file, `${JSON.stringify({ machine, figures }, null, 2)}\n`)
}

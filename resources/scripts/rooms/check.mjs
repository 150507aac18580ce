import fs from 'node:fs'
import path from 'node:path'
import { root } from '../lib/paths.mjs'
import { cruiseRooms, describeViolations } from './cruise.mjs'
import { markers, roomDiagram, withDiagram } from './diagram.mjs'

// Run by check.mjs: who imports what it must not, and whether the README still shows the rooms as they are.
const { modules, violations, forbidden } = await cruiseRooms()
const problems = describeViolations(violations, forbidden)

const file = path.join(root, 'README.md')
if (fs.existsSync(file)) {
  const readme = fs.readFileSync(file, 'utf8')
  const fresh = withDiagram(readme, roomDiagram(modules))
  if (fresh === undefined)
    problems.push(`README.md has no place for the picture of the rooms: add ${markers}`)
  else if (fresh !== readme) {
    problems.push('README.md shows the rooms as they were: run node resources/scripts/diagram.mjs')
  }
}

for (const problem of problems) console.log(problem)
if (problems.length > 0) console.log(`${problems.length} found in ${modules.length} files`)
process.exitCode = problems.length > 0 ? 1 : 0

import fs from 'node:fs'
import path from 'node:path'
import { root } from './lib/paths.mjs'
import { main, Stop } from './lib/stop.mjs'
import { cruiseRooms } from './rooms/cruise.mjs'
import { markers, roomDiagram, withDiagram } from './rooms/diagram.mjs'

/** Draws the rooms as they import each other into the README; `--print` shows the picture instead. */
await main(async () => {
  const diagram = roomDiagram((await cruiseRooms()).modules)
  if (process.argv.includes('--print')) return void console.log(diagram)
  const file = path.join(root, 'README.md')
  const readme = fs.existsSync(file) ? withDiagram(fs.readFileSync(file, 'utf8'), diagram) : undefined
  if (readme === undefined)
    throw new Stop(`README.md has no ${markers}`, { hint: 'add both where the picture belongs' })
  fs.writeFileSync(file, readme)
  console.log('README.md shows the rooms as they are')
})

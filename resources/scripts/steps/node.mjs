import { Stop } from '../lib/stop.mjs'

/** What the build tools accept: 20.19 and later in the 20 line, or 22.12 and later. */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const good = major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22
  if (good) return version
  throw new Stop(`Signalbox needs Node 20.19 or newer (or 22.12 or newer); this is Node ${version}`, {
    hint: 'install a current Node 20, 22 or 24 and run the command again',
  })
}

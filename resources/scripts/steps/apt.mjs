import fs from 'node:fs'
import { run } from '../lib/exec.mjs'
import { isRoot } from '../lib/paths.mjs'
import { withHeartbeat } from '../lib/progress.mjs'
import { Stop } from '../lib/stop.mjs'

/**
 * Brings Debian packages: installs them as root, otherwise ends with the command to run.
 * @param {string[]} packages names as in Debian 12  @param {string} why what is missing, for the reader
 */
export async function bringPackages(packages, why, note) {
  if (!fs.existsSync('/usr/bin/apt-get')) {
    throw new Stop(why, {
      hint: `install what Debian calls ${packages.join(' ')} with this system's package manager`,
    })
  }
  if (!isRoot) {
    const names = await namesHere(packages)
    throw new Stop(why, {
      hint: `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}`,
    })
  }
  note(`${why}; installing them with apt-get, as root`)
  const update = await withHeartbeat(note, 'apt-get update', apt(['update']))
  const names = await namesHere(packages)
  const install = apt(['install', '-y', '--no-install-recommends', ...names])
  const { code, output } = await withHeartbeat(note, `apt-get install ${names.join(' ')}`, install)
  if (code === 0) return
  throw new Stop(`apt-get install ended with ${code}`, {
    output: update.code === 0 ? output : update.output + output,
    hint: 'check that the Debian mirror can be reached, then start again',
  })
}

function apt(args) {
  const patient = ['-o', 'DPkg::Lock::Timeout=300', '-q'] // another apt may be running
  return run('apt-get', [...patient, ...args], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

/** Releases after Debian 12 renamed some libraries for 64-bit time; the old names no longer install there. */
async function namesHere(packages) {
  return Promise.all(
    packages.map(async (name) => {
      const known = await run('apt-cache', ['policy', `${name}t64`]).catch(() => ({ stdout: '' }))
      return known.stdout.includes('Candidate') ? `${name}t64` : name
    }),
  )
}

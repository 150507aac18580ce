import fs from 'node:fs'
import path from 'node:path'
import { run } from '../lib/exec.mjs'
import { isRoot } from '../lib/paths.mjs'
import { Stop } from '../lib/stop.mjs'

/**
 * Chromium's sandbox needs user namespaces, which some systems keep from ordinary users, or its helper program with
 * root's rights. Without either it aborts; better to say before how to change that than to run without a sandbox.
 */
export async function checkSandbox({ dist }) {
  if (process.platform !== 'linux' || isRoot) return
  const helper = path.join(dist, 'chrome-sandbox')
  const stat = fs.statSync(helper, { throwIfNoEntry: false })
  if (stat?.uid === 0 && stat.mode & 0o4000) return
  const trial = await run('unshare', ['--user', '--map-root-user', 'true']).catch(() => ({ code: 0 })) // no way to tell
  if (trial.code === 0) return
  throw new Stop('this system does not let ordinary users create namespaces, which the sandbox is made of', {
    hint: `give the sandbox helper its rights: sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`,
  })
}

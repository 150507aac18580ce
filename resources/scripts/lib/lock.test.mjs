import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withLock } from './lock.mjs'

let file = ''
const quiet = () => {}

beforeEach(() => {
  file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-lock-')), 'one.lock')
})
afterEach(() => fs.rmSync(path.dirname(file), { recursive: true, force: true }))

it('lets one process at a time work, and each of them in turn', async () => {
  const log = path.join(path.dirname(file), 'log')
  const script = `
    import fs from 'node:fs'
    import { withLock } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)}
    await withLock(${JSON.stringify(file)}, () => {}, async () => {
      fs.appendFileSync(${JSON.stringify(log)}, 'in ')
      await new Promise((resolve) => setTimeout(resolve, 60))
      fs.appendFileSync(${JSON.stringify(log)}, 'out ')
    })`
  const runs = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' }),
  )
  await Promise.all(runs.map((child) => new Promise((resolve) => child.on('close', resolve))))
  expect(fs.readFileSync(log, 'utf8')).toBe('in out '.repeat(4))
  expect(fs.readdirSync(path.dirname(file))).toEqual(['log'])
})

it('takes over from a process that was killed', async () => {
  const dead = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => dead.on('close', resolve))
  fs.writeFileSync(file, `${dead.pid} token`)
  expect(await withLock(file, quiet, async () => 'done')).toBe('done')
})

it('is free again after work that failed', async () => {
  await expect(withLock(file, quiet, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(fs.existsSync(file)).toBe(false)
})

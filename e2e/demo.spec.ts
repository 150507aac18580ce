import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { root } from './support/desk.ts'

/** SIGNALBOX_PICTURES=1 puts the picture where the README shows it. */
const published = path.join(root, 'resources/pictures/desk-dark.png')

test('--demo runs the rehearsal by itself, saves a picture of the whole window, and ends with 0', async () => {
  test.setTimeout(100_000)
  const home = await mkdtemp(path.join(os.tmpdir(), 'signalbox-demo-'))
  const file = path.join(home, 'desk.png')
  const switches = [
    '--disable-gpu',
    '--log-level=3',
    '--force-dark-mode',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
  const program =
    process.env.SIGNALBOX_PACKAGED ?? path.join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? '', 'electron')
  const target = process.env.SIGNALBOX_PACKAGED ? [] : [root]
  const child = spawn(program, [...switches, ...target, '--demo', file], {
    env: { ...process.env, HOME: home, SIGNALBOX_HOME: path.join(home, 'data') },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(code, said).toBe(0)
  // It plays the same on a machine with a history, since it neither reads nor leaves any.
  expect((await readdir(home)).filter((name) => name !== 'desk.png' && !name.startsWith('.'))).toEqual([])
  const picture = await readFile(file)
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  expect(picture.readUInt32BE(16)).toBeGreaterThan(900)
  expect(picture.readUInt32BE(20)).toBeGreaterThan(550)
  // A blank window of that size is a few kilobytes.
  expect(picture.length).toBeGreaterThan(60_000)
  if (process.env.SIGNALBOX_PICTURES) {
    await mkdir(path.dirname(published), { recursive: true })
    await copyFile(file, published)
  }
  await rm(home, { recursive: true, force: true })
})

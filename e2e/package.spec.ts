import { spawn } from 'node:child_process'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { root } from './support/desk.ts'

test('the folder build is made, starts, and plays the demo with its hosts and servers out of the archive', async () => {
  test.setTimeout(240_000)
  const child = spawn(process.execPath, [path.join(root, 'resources/scripts/package.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(code, said).toBe(0)
  expect(said).toContain('works, picture in release/demo.png')
})

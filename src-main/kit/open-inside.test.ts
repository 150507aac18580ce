import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { OutsideError } from './inside.ts'
import { openInside } from './open-inside.ts'
import { tempFolder } from './testing.ts'

function places() {
  const base = tempFolder()
  const root = path.join(base, 'ws')
  const outside = path.join(base, 'outside')
  mkdirSync(path.join(root, 'sub'), { recursive: true })
  mkdirSync(outside)
  writeFileSync(path.join(root, 'sub', 'file.txt'), 'inside')
  writeFileSync(path.join(outside, 'secret.txt'), 'secret')
  return { root, outside, at: (...parts: string[]) => path.join(root, ...parts) }
}

async function read(root: string, relative: string): Promise<string> {
  const file = await openInside(root, relative, 'read')
  try {
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

async function write(root: string, relative: string, text: string): Promise<void> {
  const file = await openInside(root, relative, 'write')
  try {
    await file.truncate(0)
    await file.writeFile(text)
  } finally {
    await file.close()
  }
}

describe('opening inside a folder', () => {
  it('reads what is there, makes what is not, and replaces what is', async () => {
    const { root, at } = places()
    expect(await read(root, 'sub/file.txt')).toBe('inside')
    await write(root, 'sub/new.txt', 'one')
    await write(root, 'sub/new.txt', '2')
    expect(readFileSync(at('sub', 'new.txt'), 'utf8')).toBe('2')
  })

  it('does not empty what it opens for writing', async () => {
    const { root, at } = places()
    await (await openInside(root, 'sub/file.txt', 'write')).close()
    expect(readFileSync(at('sub', 'file.txt'), 'utf8')).toBe('inside')
  })

  it('says as the file system does that there is nothing, and does not make a missing folder', async () => {
    const { root } = places()
    await expect(openInside(root, 'none.txt', 'read')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(openInside(root, 'none/none.txt', 'write')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('refuses a link that leads out, for reading and writing, and leaves the target alone (S10)', async () => {
    const { root, outside, at } = places()
    symlinkSync(path.join(outside, 'secret.txt'), at('l'))
    for (const mode of ['read', 'write'] as const)
      await expect(openInside(root, 'l', mode)).rejects.toThrow(OutsideError)
    expect(readFileSync(path.join(outside, 'secret.txt'), 'utf8')).toBe('secret')
  })

  it('writes nothing through a dangling link (S10)', async () => {
    const { root, outside, at } = places()
    symlinkSync(path.join(outside, 'planted.txt'), at('l'))
    await expect(openInside(root, 'l', 'write')).rejects.toThrow(OutsideError)
    expect(existsSync(path.join(outside, 'planted.txt'))).toBe(false)
  })

  it('refuses to write a file that has a second name, which may be outside (S10)', async () => {
    const { root, outside, at } = places()
    linkSync(path.join(outside, 'secret.txt'), at('twin.txt'))
    await expect(openInside(root, 'twin.txt', 'write')).rejects.toThrow(/second name/)
    expect(readFileSync(path.join(outside, 'secret.txt'), 'utf8')).toBe('secret')
  })

  it('refuses a FIFO without waiting for its other end (S10)', async () => {
    const { root, at } = places()
    execFileSync('mkfifo', [at('pipe')])
    const since = Date.now()
    for (const mode of ['read', 'write'] as const) {
      await expect(openInside(root, 'pipe', mode)).rejects.toThrow(/not a plain file/)
    }
    expect(Date.now() - since).toBeLessThan(1000)
  })

  it('refuses a folder', async () => {
    const { root } = places()
    await expect(openInside(root, 'sub', 'read')).rejects.toThrow(/not a plain file/)
    await expect(openInside(root, 'sub', 'write')).rejects.toMatchObject({ code: 'EISDIR' })
  })

  it('never gives a file outside while a folder is swapped for a link under it (S10)', async () => {
    const { root, outside, at } = places()
    writeFileSync(path.join(outside, 'file.txt'), 'secret')
    let refused = 0
    for (let round = 0; round < 400; round++) {
      const opening = attempt(root, 'sub/file.txt', round % 2 ? 'write' : 'read')
      await turns(round % 8)
      renameSync(at('sub'), at('aside'))
      symlinkSync(outside, at('sub'))
      if (!(await opening)) refused++
      unlinkSync(at('sub'))
      renameSync(at('aside'), at('sub'))
    }
    expect(refused).toBeGreaterThan(0)
    expect(readFileSync(path.join(outside, 'file.txt'), 'utf8')).toBe('secret')
  })

  it('never gives a file outside while the file is swapped for a link (S10)', async () => {
    const { root, outside, at } = places()
    let refused = 0
    for (let round = 0; round < 400; round++) {
      const opening = attempt(root, 'sub/file.txt', round % 2 ? 'write' : 'read')
      await turns(round % 8)
      symlinkSync(path.join(outside, 'secret.txt'), at('sub', 'link'))
      renameSync(at('sub', 'link'), at('sub', 'file.txt'))
      if (!(await opening)) refused++
      unlinkSync(at('sub', 'file.txt'))
      writeFileSync(at('sub', 'file.txt'), 'inside')
    }
    expect(refused).toBeGreaterThan(0)
    expect(readFileSync(path.join(outside, 'secret.txt'), 'utf8')).toBe('secret')
  })

  it('never gives a file outside while another process swaps the folder in and out (S10)', async () => {
    const { root, outside, at } = places()
    writeFileSync(path.join(outside, 'file.txt'), 'secret')
    const swapping = `
      const fs = require('fs')
      const [sub, aside, outside] = process.argv.slice(1)
      for (;;) {
        fs.renameSync(sub, aside)
        fs.symlinkSync(outside, sub)
        fs.unlinkSync(sub)
        fs.renameSync(aside, sub)
      }`
    const swapper = spawn(process.execPath, ['-e', swapping, at('sub'), at('aside'), outside])
    onTestFinished(() => void swapper.kill('SIGKILL'))
    let refused = 0
    for (const end = Date.now() + 1500; Date.now() < end; ) {
      const tries = Array.from({ length: 8 }, (_, index) =>
        attempt(root, 'sub/file.txt', index % 2 ? 'write' : 'read'),
      )
      refused += (await Promise.all(tries)).filter((opened) => !opened).length
    }
    expect(refused).toBeGreaterThan(0)
    expect(readFileSync(path.join(outside, 'file.txt'), 'utf8')).toBe('secret')
  })
})

/** Lets the file system's threads get on, a little further each time. */
async function turns(number: number): Promise<void> {
  for (let turn = 0; turn < number; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Uses what was opened. False when it was refused; what it read or wrote is not from outside. */
async function attempt(root: string, relative: string, mode: 'read' | 'write'): Promise<boolean> {
  let file: FileHandle
  try {
    file = await openInside(root, relative, mode)
  } catch (error) {
    expect(error instanceof OutsideError || (error as NodeJS.ErrnoException).code === 'ENOENT').toBe(true)
    return false
  }
  if (mode === 'write') await file.write(Buffer.from('INSIDE'), 0, 6, 0)
  else expect((await file.readFile('utf8')).toLowerCase()).toBe('inside')
  await file.close()
  return true
}

import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callContext, tempFolder } from '../fixtures/bench.ts'
import { type FileChange, fileTools } from './files.ts'

let place: ReturnType<typeof tempFolder>
let root: string
let changes: FileChange[]
beforeEach(() => {
  place = tempFolder()
  root = path.join(place.folder, 'ws')
  mkdirSync(root)
  mkdirSync(`${root}-sibling`)
  writeFileSync(path.join(place.folder, 'outside.txt'), 'outside')
  writeFileSync(`${root}-sibling/in.txt`, 'sibling')
  changes = []
})
afterEach(() => place.remove())

const call = (id: string, args: Record<string, string | number>) =>
  fileTools({
    root,
    writeRefusal: (file) => (file === 'locked.md' ? 'it is locked' : null),
    onChange: (change) => changes.push(change),
  })
    .find((tool) => tool.id === id)
    ?.call(args, callContext())

describe('file tools', () => {
  it('read a text file, in parts where it is asked for', async () => {
    writeFileSync(path.join(root, 'a.txt'), '0123456789')
    expect(await call('file_read', { path: 'a.txt' })).toMatchObject({ ok: true, value: '0123456789' })
    expect(await call('file_read', { path: 'a.txt', offset: 2, limit: 3 })).toMatchObject({
      ok: true,
      value: expect.stringMatching(/^234\n\[5 more bytes/),
    })
  })

  it('say that a binary file is one', async () => {
    writeFileSync(path.join(root, 'b.bin'), Buffer.from([1, 0, 2]))
    expect(await call('file_read', { path: 'b.bin' })).toMatchObject({
      ok: false,
      fault: { code: 'file_not_text' },
    })
  })

  it('write a file and say whether it was there', async () => {
    expect(await call('file_write', { path: 'n.txt', content: 'one' })).toMatchObject({
      ok: true,
      value: { change: 'created' },
    })
    expect(await call('file_write', { path: 'n.txt', content: 'two!' })).toMatchObject({
      ok: true,
      value: { change: 'modified', bytes: 4 },
    })
    expect(readFileSync(path.join(root, 'n.txt'), 'utf8')).toBe('two!')
    expect(changes.map((change) => change.change)).toEqual(['created', 'modified'])
  })

  it('refuse what the policy refuses, as the policy’s', async () => {
    expect(await call('file_write', { path: './x/../locked.md', content: '' })).toMatchObject({
      ok: false,
      fault: { owner: 'policy' },
    })
    expect(await call('file_write', { path: './locked.md', content: '' })).toMatchObject({
      ok: false,
      fault: { owner: 'policy', code: 'denied_by_policy' },
    })
    expect(changes).toEqual([])
  })

  it('refuse wrong arguments with the name of what is wrong', async () => {
    expect(await call('file_read', { file: 'a' })).toMatchObject({
      ok: false,
      fault: { code: 'arguments_invalid', message: expect.stringContaining('path') },
    })
  })
})

describe('ways out of the workspace (S10)', () => {
  const refusedBoth = async (file: string) => {
    expect(await call('file_read', { path: file })).toMatchObject({
      ok: false,
      fault: { owner: 'policy', code: 'path_refused' },
    })
    expect(await call('file_write', { path: file, content: 'pwned' })).toMatchObject({
      ok: false,
      fault: { owner: 'policy', code: 'path_refused' },
    })
    expect(readFileSync(path.join(place.folder, 'outside.txt'), 'utf8')).toBe('outside')
  }

  it('by "..", by an absolute path, by the sibling whose name begins the same', async () => {
    await refusedBoth('../outside.txt')
    await refusedBoth(path.join(place.folder, 'outside.txt'))
    await refusedBoth('../ws-sibling/in.txt')
  })

  it('by a link to a file, to a folder, and ".." after a link', async () => {
    symlinkSync('../outside.txt', path.join(root, 'link'))
    symlinkSync('..', path.join(root, 'up'))
    await refusedBoth('link')
    await refusedBoth('up/outside.txt')
  })

  it('by writing through a link that leads to nothing', async () => {
    symlinkSync('../new.txt', path.join(root, 'dangling'))
    expect(await call('file_write', { path: 'dangling', content: 'pwned' })).toMatchObject({
      ok: false,
      fault: { code: 'path_refused' },
    })
  })

  it('by writing to a second name of a file elsewhere', async () => {
    linkSync(path.join(place.folder, 'outside.txt'), path.join(root, 'hard'))
    expect(await call('file_write', { path: 'hard', content: 'pwned' })).toMatchObject({
      ok: false,
      fault: { code: 'path_refused' },
    })
    expect(readFileSync(path.join(place.folder, 'outside.txt'), 'utf8')).toBe('outside')
  })

  it('by a pipe, which would wait for ever', async () => {
    execFileSync('mkfifo', [path.join(root, 'pipe')])
    await refusedBoth('pipe')
  })
})

import { execFileSync } from 'node:child_process'
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../kit/index.ts'
import { tempFolder } from '../kit/testing.ts'
import { workspaceOf } from './fixtures/folder.ts'
import { writeAuthored } from './index.ts'

const hash = (text: string) => sha256(Buffer.from(text))

describe('an authored file is written', () => {
  it('whole, with its mode, while it is what the operator saw', async () => {
    const root = workspaceOf({ 'workspace.yaml': 'a: 1\n' })
    const at = path.join(root, 'workspace.yaml')
    const { mode } = statSync(at)
    expect(await writeAuthored(root, 'workspace.yaml', 'a: 2\n', hash('a: 1\n'))).toEqual({
      sha256: hash('a: 2\n'),
    })
    expect(readFileSync(at, 'utf8')).toBe('a: 2\n')
    expect(statSync(at).mode).toBe(mode)
    expect(readdirSync(root)).toEqual(['workspace.yaml'])
  })

  it('with the byte order mark that it had', async () => {
    const root = workspaceOf({ 'workspace.yaml': '\ufeffa: 1\n' })
    await writeAuthored(root, 'workspace.yaml', 'a: 2\n', hash('\ufeffa: 1\n'))
    expect(readFileSync(path.join(root, 'workspace.yaml'), 'utf8')).toBe('\ufeffa: 2\n')
  })

  it('anew where there was none', async () => {
    const root = workspaceOf({ 'workspace.yaml': '' })
    await writeAuthored(root, 'AGENTS.md', '# Rules\n', null)
    expect(readFileSync(path.join(root, 'AGENTS.md'), 'utf8')).toBe('# Rules\n')
  })
})

describe('nothing is written when', () => {
  it.each<[string, (at: string) => void, string | null]>([
    ['another program saved it meanwhile (P15)', (at) => writeFileSync(at, 'b: 1\n'), hash('b: 1\n')],
    ['it is gone', (at) => rmSync(at), null],
  ])('%s, and the fault says what it is now', async (_what, by, now) => {
    const root = workspaceOf({ 'workspace.yaml': 'a: 1\n' })
    by(path.join(root, 'workspace.yaml'))
    const before = readdirSync(root)
    await expect(writeAuthored(root, 'workspace.yaml', 'a: 2\n', hash('a: 1\n'))).rejects.toMatchObject({
      fault: {
        owner: 'operator',
        code: 'file_changed_outside',
        retry: 'now',
        message: expect.stringContaining(now ? 'changed by another program' : 'not there any more'),
      },
    })
    expect(readdirSync(root)).toEqual(before)
    if (now) expect(hash(readFileSync(path.join(root, 'workspace.yaml'), 'utf8'))).toBe(now)
  })

  it('it was to be new and somebody made it', async () => {
    const root = workspaceOf({ 'AGENTS.md': 'theirs' })
    await expect(writeAuthored(root, 'AGENTS.md', 'mine', null)).rejects.toMatchObject({
      fault: { code: 'file_changed_outside' },
    })
    expect(readFileSync(path.join(root, 'AGENTS.md'), 'utf8')).toBe('theirs')
  })

  it.each<[string, string, (root: string, outside: string) => void]>([
    ['it leads out by ".."', '../x.md', () => {}],
    [
      'its folder is a link out',
      'skills/x.md',
      (root, outside) => symlinkSync(outside, path.join(root, 'skills')),
    ],
    [
      'it is a link out',
      'x.md',
      (root, outside) => symlinkSync(path.join(outside, 'x.md'), path.join(root, 'x.md')),
    ],
    ['it is a link inside', 'x.md', (root) => symlinkSync('real.md', path.join(root, 'x.md'))],
    ['it is a link to nothing', 'x.md', (root) => symlinkSync('/no/where', path.join(root, 'x.md'))],
    [
      'it has a second name',
      'x.md',
      (root, outside) => linkSync(path.join(outside, 'x.md'), path.join(root, 'x.md')),
    ],
    ['it is a FIFO', 'x.md', (root) => void execFileSync('mkfifo', [path.join(root, 'x.md')])],
    ['it is a folder', 'x.md', (root) => mkdirSync(path.join(root, 'x.md'))],
  ])('%s (S10)', async (_what, file, by) => {
    const base = tempFolder()
    const outside = workspaceOf({ 'x.md': 'theirs' }, path.join(base, 'outside'))
    const root = workspaceOf({ 'real.md': 'theirs' }, path.join(base, 'root'))
    by(root, outside)
    for (const seen of [hash('theirs'), null])
      await expect(writeAuthored(root, file, 'mine', seen)).rejects.toThrow()
    expect(readdirSync(outside)).toEqual(['x.md'])
    expect(readFileSync(path.join(outside, 'x.md'), 'utf8')).toBe('theirs')
    expect(readFileSync(path.join(root, 'real.md'), 'utf8')).toBe('theirs')
  })
})

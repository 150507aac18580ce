import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { WorkspaceId } from '@contract'
import { describe, expect, it } from 'vitest'
import { newId } from '../kit/index.ts'
import { tempFolder } from '../kit/testing.ts'
import { minimal, workspaceOf } from './fixtures/folder.ts'
import { copySample, listTapes, readIdentity, readTape, writeIdentity } from './index.ts'

describe('the identity of a workspace', () => {
  const id = newId('workspace')

  it('is null until it is written, then the same, in a folder that git ignores', async () => {
    const root = workspaceOf({ 'workspace.yaml': minimal })
    expect(await readIdentity(root)).toBeNull()
    expect(readdirSync(root)).toEqual(['workspace.yaml'])
    await writeIdentity(root, id)
    expect(await readIdentity(root)).toBe(id)
    expect(readdirSync(path.join(root, '.signalbox')).sort()).toEqual(['.gitignore', 'workspace_id'])
    expect(readFileSync(path.join(root, '.signalbox', '.gitignore'), 'utf8')).toBe('*\n')
  })

  it('is written once: again it touches nothing, and what the author put beside it stays', async () => {
    const root = workspaceOf({ '.signalbox/.gitignore': 'mine\n', '.signalbox/other': 'x' })
    await writeIdentity(root, id)
    const { mtimeMs, ino } = statSync(path.join(root, '.signalbox', 'workspace_id'))
    await writeIdentity(root, id)
    expect(statSync(path.join(root, '.signalbox', 'workspace_id'))).toMatchObject({ mtimeMs, ino })
    expect(readFileSync(path.join(root, '.signalbox', '.gitignore'), 'utf8')).toBe('mine\n')
  })

  it('is replaced when the workspace is another (a copy gets its own)', async () => {
    const root = workspaceOf({ '.signalbox/workspace_id': `${newId('workspace')}\n` })
    await writeIdentity(root, id)
    expect(await readIdentity(root)).toBe(id)
  })

  it.each(['', 'nonsense', '../../etc', 'ses_0abcdefgh12', 'ws_UPPER00000', `ws_${'a'.repeat(4_000_000)}`])(
    'that is none is null (%#)',
    async (text) => {
      expect(await readIdentity(workspaceOf({ '.signalbox/workspace_id': text }))).toBeNull()
    },
  )

  it('is read from no FIFO, and is not waited for', async () => {
    const root = workspaceOf({ '.signalbox/x': '' })
    execFileSync('mkfifo', [path.join(root, '.signalbox', 'workspace_id')])
    expect(await readIdentity(root)).toBeNull()
  })

  it('is neither read nor written through a link that leads out', async () => {
    const outside = workspaceOf({ workspace_id: `${id}\n` })
    const root = workspaceOf({ 'workspace.yaml': minimal })
    symlinkSync(outside, path.join(root, '.signalbox'))
    expect(await readIdentity(root)).toBeNull()
    await expect(writeIdentity(root, newId('workspace') as WorkspaceId)).rejects.toThrow(/leads out/)
    expect(readdirSync(outside)).toEqual(['workspace_id'])
    expect(readFileSync(path.join(outside, 'workspace_id'), 'utf8')).toBe(`${id}\n`)
  })
})

describe('the copy of the sample', () => {
  it('is whole, is the operator’s to change, and has nothing of a run in it', async () => {
    const source = workspaceOf({
      'workspace.yaml': minimal,
      'apps/a/server.mjs': 'x',
      '.signalbox/workspace_id': 'y',
    })
    chmodSync(path.join(source, 'apps', 'a', 'server.mjs'), 0o555)
    chmodSync(path.join(source, 'workspace.yaml'), 0o444)
    chmodSync(path.join(source, 'apps', 'a'), 0o555)
    const target = path.join(tempFolder(), 'deep', 'Sample')
    await copySample(source, target)
    chmodSync(path.join(source, 'apps', 'a'), 0o755)
    expect(readdirSync(target).sort()).toEqual(['apps', 'workspace.yaml'])
    expect(readFileSync(path.join(target, 'apps', 'a', 'server.mjs'), 'utf8')).toBe('x')
    for (const part of ['.', 'apps', 'apps/a', 'apps/a/server.mjs', 'workspace.yaml']) {
      expect({ part, mode: statSync(path.join(target, part)).mode & 0o600 }).toEqual({ part, mode: 0o600 })
    }
    expect(statSync(path.join(target, 'apps', 'a', 'server.mjs')).mode & 0o111).toBe(0o111)
    expect(readdirSync(path.dirname(target))).toEqual(['Sample'])
  })

  it.each<[string, (target: string) => void]>([
    ['a workspace', (target) => void workspaceOf({ 'workspace.yaml': 'mine' }, target)],
    ['an empty folder', (target) => void mkdirSync(target)],
    ['a file', (target) => writeFileSync(target, 'mine')],
    ['a link to nothing', (target) => symlinkSync('/no/where', target)],
  ])('leaves %s alone', async (_what, make) => {
    const base = tempFolder()
    const target = path.join(base, 'Sample')
    make(target)
    const look = () => ({ mode: lstatSync(target).mode, all: readdirSync(base, { recursive: true }) })
    const before = look()
    await copySample(workspaceOf({ 'workspace.yaml': minimal, 'more.md': '' }), target)
    expect(look()).toEqual(before)
    if (before.all.length > 1) expect(readFileSync(path.join(target, 'workspace.yaml'), 'utf8')).toBe('mine')
  })

  it('takes over from one that broke off', async () => {
    const base = tempFolder()
    workspaceOf({ 'half.md': '' }, path.join(base, `Sample.part-${process.pid}`))
    await copySample(workspaceOf({ 'workspace.yaml': minimal }), path.join(base, 'Sample'))
    expect(readdirSync(path.join(base, 'Sample'))).toEqual(['workspace.yaml'])
    expect(readdirSync(base)).toEqual(['Sample'])
  })
})

describe('tapes', () => {
  const tape = 'name: Launch\ninstruction: Prepare the launch\nsteps:\n  - say: hello\n'

  it('are listed by name, without those that are none', async () => {
    const root = workspaceOf({
      'rehearsals/b.yaml': tape,
      'rehearsals/a.yml': 'steps: []\n',
      'rehearsals/broken.yaml': 'steps: [',
      'rehearsals/empty.yaml': 'name: x\n',
      'rehearsals/notes.md': 'x',
    })
    expect(await listTapes(root)).toEqual([
      { path: 'rehearsals/a.yml', name: 'rehearsals/a.yml', instruction: '', body: { steps: [] } },
      {
        path: 'rehearsals/b.yaml',
        name: 'Launch',
        instruction: 'Prepare the launch',
        body: { name: 'Launch', instruction: 'Prepare the launch', steps: [{ say: 'hello' }] },
      },
    ])
    expect(await listTapes(workspaceOf({}))).toEqual([])
  })

  it('that cannot be read say why, with the file', async () => {
    const outside = workspaceOf({ 'tape.yaml': tape })
    const root = workspaceOf({
      'rehearsals/broken.yaml': 'steps: [',
      'rehearsals/none.yaml': 'a: 1\n',
      'rehearsals/deep.yaml': `steps: ${'['.repeat(5000)}${']'.repeat(5000)}`,
      'rehearsals/huge.yaml': `steps: []\n#${'x'.repeat(5_000_000)}`,
    })
    symlinkSync(path.join(outside, 'tape.yaml'), path.join(root, 'rehearsals', 'link.yaml'))
    execFileSync('mkfifo', [path.join(root, 'rehearsals', 'fifo.yaml')])
    const cases: [string, RegExp][] = [
      ['rehearsals/gone.yaml', /ENOENT/],
      ['rehearsals/none.yaml', /no "steps" list/],
      ['rehearsals/link.yaml', /leads out/],
      ['rehearsals/fifo.yaml', /not a plain file/],
      ['rehearsals/huge.yaml', /the limit is/],
      ['rehearsals/deep.yaml', /levels deep/],
      ['../tape.yaml', /leads out/],
    ]
    for (const [file, words] of cases) {
      await expect(readTape(root, file)).rejects.toMatchObject({
        fault: { code: 'tape_invalid', at: { file }, message: expect.stringMatching(words) },
      })
    }
    await expect(readTape(root, 'rehearsals/broken.yaml')).rejects.toThrow(/tape_invalid/)
    expect(await listTapes(root)).toEqual([])
  })
})

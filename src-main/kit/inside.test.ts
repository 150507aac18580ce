import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkRelative, OutsideError, resolveInside } from './inside.ts'
import { tempFolder } from './testing.ts'

/** `root` with a file and a folder in it, and beside it a folder whose name begins the same. */
function places() {
  const base = tempFolder()
  const root = path.join(base, 'ws')
  const outside = path.join(base, 'ws-other')
  mkdirSync(path.join(root, 'sub'), { recursive: true })
  mkdirSync(outside)
  writeFileSync(path.join(root, 'sub', 'file.txt'), 'in')
  writeFileSync(path.join(outside, 'secret.txt'), 'out')
  return { base, root, outside, at: (...parts: string[]) => path.join(root, ...parts) }
}

describe('the shape of a relative path', () => {
  it.each([
    '',
    '.',
    'a',
    'a/b',
    './a',
    'a//b',
    'a/./b',
    '..a',
    'a..',
    '...',
    'aux-file',
    'console',
    'com10',
    'é日本',
    'a b',
  ])('is right: %j', (relative) => {
    expect(checkRelative(relative)).toBe(path.normalize(relative))
  })

  it.each([
    ['..', /leads out/],
    ['../a', /leads out/],
    ['a/../b', /leads out/],
    ['a/..', /leads out/],
    ['a\\..\\b', /leads out/],
    ['/etc', /absolute/],
    ['C:\\x', /absolute/],
    ['C:/x', /absolute/],
    ['\\\\server\\share', /absolute/],
    ['a\0b', /NUL/],
    ['nul', /device/],
    ['a/CON', /device/],
    ['aux.txt', /device/],
    ['com1.tar.gz', /device/],
    ['LPT9 ', /device/],
    ['a/nul:stream', /device/],
    ['conin$', /device/],
    ['com²', /device/],
  ])('is refused: %j', (relative, words) => {
    expect(() => checkRelative(relative)).toThrow(OutsideError)
    expect(() => checkRelative(relative)).toThrow(words)
  })
})

describe('resolving inside a folder (S10)', () => {
  it('gives the real path of what is there, and of what is to be made', async () => {
    const { root, at } = places()
    expect(await resolveInside(root, 'sub/file.txt')).toBe(at('sub', 'file.txt'))
    expect(await resolveInside(root, '.')).toBe(root)
    expect(await resolveInside(root, 'new/deep/file')).toBe(at('new', 'deep', 'file'))
  })

  it('follows links that stay inside, and a root that is a link itself', async () => {
    const { base, root, at } = places()
    symlinkSync('sub', at('inner'))
    symlinkSync(root, path.join(base, 'door'))
    expect(await resolveInside(root, 'inner/file.txt')).toBe(at('sub', 'file.txt'))
    expect(await resolveInside(root, 'inner/new.txt')).toBe(at('sub', 'new.txt'))
    expect(await resolveInside(path.join(base, 'door'), 'sub/file.txt')).toBe(at('sub', 'file.txt'))
  })

  it.each<[string, (p: ReturnType<typeof places>) => string]>([
    ['a link to a file outside', ({ outside, at }) => link(path.join(outside, 'secret.txt'), at('l'), 'l')],
    ['a link to a folder outside', ({ outside, at }) => link(outside, at('l'), 'l/secret.txt')],
    [
      'a new file behind a link to a folder outside',
      ({ outside, at }) => link(outside, at('l'), 'l/new.txt'),
    ],
    ['a relative link that climbs out', ({ at }) => link('../ws-other/secret.txt', at('l'), 'l')],
    ['a link to the folder beside with the same beginning', ({ at }) => link('../ws-other', at('l'), 'l')],
    ['a link to the parent', ({ at }) => link('..', at('l'), 'l')],
    [
      'a link to a link outside',
      ({ outside, at }) => {
        symlinkSync(outside, at('one'))
        return link('one', at('l'), 'l')
      },
    ],
    ['a dangling link', ({ outside, at }) => link(path.join(outside, 'not-yet'), at('l'), 'l')],
    [
      'a new file behind a dangling link',
      ({ outside, at }) => link(path.join(outside, 'not-yet'), at('l'), 'l/new.txt'),
    ],
    ['a dangling link that stays inside', ({ at }) => link('not-yet', at('l'), 'l')],
    ['`..` after a link', ({ at }) => link('sub', at('l'), 'l/../../ws-other/secret.txt')],
  ])('refuses %s', async (_what, make) => {
    const place = places()
    await expect(resolveInside(place.root, make(place))).rejects.toThrow(OutsideError)
  })

  it('does not hang or pass on a link to itself or a path through a file', async () => {
    const { root, at } = places()
    symlinkSync('loop', at('loop'))
    await expect(resolveInside(root, 'loop')).rejects.toMatchObject({ code: 'ELOOP' })
    await expect(resolveInside(root, 'sub/file.txt/x')).rejects.toMatchObject({ code: 'ENOTDIR' })
  })

  it('keeps composed and decomposed names apart as the disk does (P08)', async () => {
    const { at, root } = places()
    for (const name of ['é', 'e\u0301']) mkdirSync(at(name), { recursive: true })
    for (const name of ['é', 'e\u0301']) expect(await resolveInside(root, name)).toContain(at())
    linkSync(at('sub', 'file.txt'), at('é', 'same'))
    expect(await resolveInside(root, 'é/same')).toBe(at('é', 'same'))
  })
})

function link(target: string, where: string, asked: string): string {
  symlinkSync(target, where)
  return asked
}

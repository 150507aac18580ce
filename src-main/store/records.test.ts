import type { BlobHash, CompiledRun, JsonObject, RequestSnapshot, WorkspaceId } from '@contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sha256 } from '../kit/index.ts'
import { tempFolder } from '../kit/testing.ts'
import { addRun, ids } from './fixtures/rows.ts'
import { Store } from './index.ts'

function openStore(): Store {
  const store = Store.open(tempFolder())
  onTestFinished(() => store.close())
  return store
}
const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('blobs', () => {
  it('are kept once under the hash of their bytes, and read in parts', () => {
    const store = openStore()
    const bytes = Uint8Array.from({ length: 10_000 }, (_, index) => index % 251)
    const ref = store.putBlob(bytes, 'application/octet-stream', 1)
    expect(ref).toMatchObject({ blob: sha256(bytes), bytes: 10_000, mime: 'application/octet-stream' })
    expect(store.putBlob(bytes, 'text/plain', 2).blob).toBe(ref.blob)
    expect(store.readBlob(ref.blob, 0, 20_000)).toEqual({
      bytes,
      size: 10_000,
      mime: 'application/octet-stream',
    })
    expect(store.readBlob(ref.blob, 9_998, 100).bytes).toEqual(bytes.subarray(9_998))
    expect(store.readBlob(ref.blob, 500, 3).bytes).toEqual(bytes.subarray(500, 503))
    expect(store.readBlob(ref.blob, 10_000, 5).bytes).toEqual(new Uint8Array(0))
  })

  it('may be empty', () => {
    const store = openStore()
    const ref = store.putBlob(new Uint8Array(0), 'text/plain', 1)
    expect(ref).toMatchObject({ bytes: 0, head: '', tail: '' })
    expect(store.readBlob(ref.blob, 0, 10)).toEqual({ bytes: new Uint8Array(0), size: 0, mime: 'text/plain' })
  })

  it('tell their head and tail in whole characters', () => {
    const store = openStore()
    const { head, tail } = store.putBlob(bytesOf(`a${'é'.repeat(3000)}b`), 'text/plain', 1)
    expect(head).toBe(`a${'é'.repeat(999)}`)
    expect(tail).toBe(`${'é'.repeat(999)}b`)
    const short = store.putBlob(bytesOf('short'), 'text/plain', 1)
    expect(short).toMatchObject({ head: 'short', tail: 'short' })
  })

  it('of 25 MB in one line open, from anywhere (a large tool result)', () => {
    const store = openStore()
    const ref = store.putBlob(bytesOf('x'.repeat(25 * 1024 * 1024)), 'application/json', 1)
    const part = store.readBlob(ref.blob, 20 * 1024 * 1024, 1024)
    expect(part.bytes).toEqual(bytesOf('x'.repeat(1024)))
    expect(ref.head.length + ref.tail.length).toBeLessThan(5000)
  })

  it('that are not there are a fault of the store', () => {
    expect(() => openStore().readBlob('f'.repeat(64) as BlobHash, 0, 1)).toThrow(/blob_missing/)
  })
})

describe('settings', () => {
  it('are null until written, and then the newest value', () => {
    const store = openStore()
    expect(store.settings.read('theme')).toBeNull()
    store.settings.write('theme', 'dark')
    store.settings.write('theme', '')
    store.settings.write('other', '{"é":"👩‍👧"}')
    expect(store.settings.read('theme')).toBe('')
    expect(store.settings.read('other')).toBe('{"é":"👩‍👧"}')
  })

  it('are not cut at a NUL', () => {
    const store = openStore()
    store.settings.write('a\0b', 'one\0two')
    expect(store.settings.read('a\0b')).toBe('one\ufffdtwo')
    expect(store.settings.read('a')).toBeNull()
  })
})

describe('workspaces', () => {
  const row = { id: ids.workspace, path: '/w/工作区 é', name: 'W', trusted: '', openedAt: 5 } as const

  it('are listed newest first until they are taken from the list, and keep their row', () => {
    const store = openStore()
    const other = { ...row, id: 'ws_000000secondone' as WorkspaceId, path: '/w/2', openedAt: 9 }
    store.workspaces.put(row)
    store.workspaces.put(other)
    expect(store.workspaces.listed()).toEqual([other, row])
    store.workspaces.unlist(other.id)
    expect(store.workspaces.listed()).toEqual([row])
    expect(store.workspaces.byId(other.id)).toEqual(other)
    store.workspaces.put({ ...other, trusted: 'flag' })
    expect(store.workspaces.listed().map(({ trusted }) => trusted)).toEqual(['flag', ''])
  })

  it('are found by path, and one path is one workspace', () => {
    const store = openStore()
    store.workspaces.put(row)
    expect(store.workspaces.byPath(row.path)).toEqual(row)
    expect(store.workspaces.byPath('/w/工作区 e\u0301')).toBeNull()
    expect(() => store.workspaces.put({ ...row, id: 'ws_000000secondone' as WorkspaceId })).toThrow(/UNIQUE/)
  })
})

describe('packages and request snapshots', () => {
  it('are kept per run and per attempt, and never overwritten', () => {
    const store = openStore()
    addRun(store)
    const run = { runId: ids.run, instruction: 'go', budgets: { a: [1, null] } } as unknown as CompiledRun
    expect(store.packages.byRun(ids.run)).toBeNull()
    store.packages.put(run, 'hash')
    expect(store.packages.byRun(ids.run)).toEqual(run)
    expect(() => store.packages.put(run, 'other')).toThrow(/UNIQUE/)
    const snapshot = (attempt: number): RequestSnapshot => ({
      runId: ids.run,
      attempt,
      time: attempt,
      requestFingerprint: 'r',
      manifestFingerprint: 'm',
      packageHash: 'p',
      request: { attempt } as JsonObject,
    })
    store.packages.putSnapshot(snapshot(2))
    store.packages.putSnapshot(snapshot(1))
    expect(store.packages.snapshots(ids.run)).toEqual([snapshot(1), snapshot(2)])
    expect(() => store.packages.putSnapshot({ ...snapshot(1), request: {} })).toThrow(/UNIQUE/)
  })
})

describe('ports', () => {
  it('stay with their app and role, and no two have the same', () => {
    const store = openStore()
    const other = 'ws_000000secondone' as WorkspaceId
    store.ports.put(ids.workspace, 'board', 'mcp', 4001)
    store.ports.put(ids.workspace, 'board', 'api', 4002)
    store.ports.put(ids.workspace, 'board', 'mcp', 4003)
    expect(store.ports.of(ids.workspace, 'board', 'mcp')).toBe(4003)
    expect(store.ports.of(other, 'board', 'mcp')).toBeNull()
    expect(store.ports.taken()).toEqual(new Set([4002, 4003]))
    store.ports.put(other, 'board', 'mcp', 4003)
    expect(store.ports.of(ids.workspace, 'board', 'mcp')).toBeNull()
    expect(store.ports.taken()).toEqual(new Set([4002, 4003]))
  })
})

describe('what is trusted', () => {
  const row = (key: string, digest = 'd') => ({
    key,
    digest,
    lines: ['node a.mjs'],
    files: { hashes: { 'a.mjs': 'h' }, made: [] },
    granted: true,
    decidedAt: 5,
  })

  it('is exactly what was granted last, of this workspace alone', () => {
    const store = openStore()
    addRun(store)
    const other = 'ws_000000secondone' as WorkspaceId
    store.trust.replace(ids.workspace, 'one', [row('server:a'), row('app:b')])
    store.trust.replace(other, null, [row('server:a', 'other')])
    store.trust.replace(ids.workspace, 'two', [row('server:a', 'e')])
    expect(store.trust.of(ids.workspace)).toEqual([row('server:a', 'e')])
    expect(store.trust.one(ids.workspace, 'app:b')).toBeNull()
    expect(store.trust.identityOf(ids.workspace)).toBe('two')
    store.trust.clear(ids.workspace)
    expect(store.trust.of(ids.workspace)).toEqual([])
    expect(store.trust.identityOf(ids.workspace)).toBeNull()
    expect(store.trust.of(other)).toHaveLength(1)
  })
})

describe('what servers listed', () => {
  const tool = (name: string, description = '') => ({ name, description, readOnly: false, schema: {} })
  const day = 24 * 60 * 60 * 1000

  it('is kept bounded', () => {
    const store = openStore()
    const many = Array.from({ length: 1200 }, (_, index) => tool(`t${index}`, 'x'.repeat(600)))
    store.listings.put(ids.workspace, 's', many, 1)
    const tools = store.listings.of(ids.workspace)[0]?.tools ?? []
    expect(tools).toHaveLength(1000)
    expect(tools[0]?.description).toHaveLength(500)
    const huge = [tool('a'), { ...tool('b'), schema: { text: 'x'.repeat(5_000_000) } }, tool('c')]
    store.listings.put(ids.workspace, 's', huge, 2)
    expect(store.listings.of(ids.workspace)[0]?.tools.map(({ name }) => name)).toEqual(['a'])
  })

  it('is written again when it is other than before, or a day old', () => {
    const store = openStore()
    const seenAt = () => store.listings.of(ids.workspace)[0]?.seenAt
    store.listings.put(ids.workspace, 's', [tool('a', 'with a \0')], 1)
    store.listings.put(ids.workspace, 's', [tool('a', 'with a \0')], 1000)
    expect(seenAt()).toBe(1)
    store.listings.put(ids.workspace, 's', [tool('a', 'other')], 2000)
    expect(seenAt()).toBe(2000)
    store.listings.put(ids.workspace, 's', [tool('a', 'other')], 2000 + day)
    expect(seenAt()).toBe(2000 + day)
  })
})

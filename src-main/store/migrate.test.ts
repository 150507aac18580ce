import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../kit/testing.ts'
import { append, completed, ids, sessionStream, text, workspaceStream } from './fixtures/rows.ts'
import { Store } from './index.ts'
import { migrate, versionOf } from './migrate.ts'
import { fillVersion1 } from './migrations/fixtures/fill-version-1.ts'
import { fillVersion2 } from './migrations/fixtures/fill-version-2.ts'
import { openSql } from './sqlite.ts'

const frozen = (name: string) => path.join(import.meta.dirname, 'migrations', 'fixtures', name)

/** A data folder with the frozen file, opened. */
function openFrozen(name: string): Store {
  const folder = tempFolder()
  copyFileSync(frozen(name), path.join(folder, 'signalbox.db'))
  const store = Store.open(folder)
  onTestFinished(() => store.close())
  return store
}

/** What the frozen file was filled with, written by today's store. */
function filledNow(fill: (store: Store) => void): Store {
  const store = Store.open(tempFolder())
  onTestFinished(() => store.close())
  fill(store)
  return store
}

describe('a database of version 1', () => {
  it.each([
    ['as it was frozen', () => openFrozen('version-1.db')],
    ['as it is made today', () => filledNow(fillVersion1)],
  ])('opens and reads, %s', (_what, open) => {
    const store = open()
    expect(store.workspaces.listed()).toEqual([
      { id: ids.workspace, path: '/tmp/some/where', name: 'Launch', trusted: '', openedAt: 1000 },
    ])
    expect(store.sessions.byId(ids.session)).toEqual({
      id: ids.session,
      workspaceId: ids.workspace,
      title: 'First',
      kind: 'main',
      createdAt: 1000,
      updatedAt: 3000,
      runId: ids.run,
      state: 'completed',
      startedAt: 2000,
    })
    const page = store.since(sessionStream, 0, 1000)
    expect(page.envelopes.map(({ seq, event }) => [seq, event.type])).toEqual([
      [1, 'run.queued'],
      [2, 'run.started'],
      [3, 'output.done'],
      [4, 'output.created'],
      [5, 'run.completed'],
    ])
    expect(page.envelopes[2]).toEqual({
      stream: sessionStream,
      seq: 3,
      time: 2500,
      runId: ids.run,
      event: text('é 日本 👩‍👧'),
    })
    expect(store.since(workspaceStream, 0, 10).envelopes).toHaveLength(1)
    const output = store.outputs.byId(ids.output)
    expect(output).toMatchObject({ title: 'Brief', version: 1 })
    expect(new TextDecoder().decode(store.readBlob(output!.blob!, 0, 100).bytes)).toBe('# Brief\n')
    expect(store.packages.byRun(ids.run)).toMatchObject({ runId: ids.run, instruction: 'go' })
    expect(store.packages.snapshots(ids.run)).toMatchObject([{ attempt: 1, request: { instruction: 'go' } }])
    expect(store.settings.read('window:theme')).toBe('dark')
    expect(store.ports.of(ids.workspace, 'board', 'mcp')).toBe(4001)
  })

  it('is written on', () => {
    const store = openFrozen('version-1.db')
    store.append(4000, [{ stream: workspaceStream, event: { type: 'workspace.trusted', by: 'flag' } }])
    expect(store.head(workspaceStream)).toBe(2)
    expect(() => append(store, 4000, completed)).toThrow(/event_after_end/)
  })
})

describe('a database of version 2', () => {
  it.each([
    ['as it was frozen', () => openFrozen('version-2.db')],
    ['as it is made today', () => filledNow(fillVersion2)],
  ])('has what was granted and what servers listed, %s', (_what, open) => {
    const store = open()
    expect(store.workspaces.byId(ids.workspace)).toMatchObject({ trusted: 'operator' })
    expect(store.trust.identityOf(ids.workspace)).toBe(ids.workspace)
    expect(store.trust.of(ids.workspace)).toEqual([
      {
        key: 'server:files',
        digest: 'd',
        lines: ['node servers/files.mjs'],
        files: { hashes: { 'servers/files.mjs': 'h' }, made: [] },
        granted: true,
        decidedAt: 3500,
      },
    ])
    expect(store.listings.of(ids.workspace)).toEqual([
      {
        sourceId: 'files',
        tools: [{ name: 'read', description: 'Reads é', readOnly: true, schema: { type: 'object' } }],
        seenAt: 3600,
      },
    ])
    expect(store.since(sessionStream, 0, 1000).envelopes).toHaveLength(5)
  })
})

describe('from version 1 to 2', () => {
  it('takes back the trust of whole folders, since nobody saw their items', () => {
    const folder = tempFolder()
    const file = path.join(folder, 'signalbox.db')
    copyFileSync(frozen('version-1.db'), file)
    const old = openSql(file, { readOnly: false })
    old.run("UPDATE workspaces SET trusted = 'flag'")
    old.close()
    const store = Store.open(folder)
    onTestFinished(() => store.close())
    expect(store.workspaces.byId(ids.workspace)).toMatchObject({ trusted: '', name: 'Launch' })
    expect(store.trust.of(ids.workspace)).toEqual([])
    expect(store.trust.identityOf(ids.workspace)).toBeNull()
    expect(store.listings.of(ids.workspace)).toEqual([])
  })
})

/** Three versions of a small thing, the third of which can be made to fail. */
const one = "CREATE TABLE notes (text TEXT NOT NULL) STRICT; INSERT INTO notes VALUES ('first')"
const two =
  'ALTER TABLE notes ADD COLUMN length INTEGER NOT NULL DEFAULT 0; UPDATE notes SET length = length(text)'
const three = 'CREATE INDEX notes_length ON notes (length)'

function database() {
  const folder = tempFolder()
  const file = path.join(folder, 'notes.db')
  /** One start: opens, migrates, closes. */
  const start = (steps: string[]) => {
    const sql = openSql(file, { readOnly: false })
    try {
      migrate(sql, file, steps)
    } finally {
      sql.close()
    }
  }
  const look = (name = 'notes.db') => {
    const sql = openSql(path.join(folder, name), { readOnly: true })
    const seen = { version: versionOf(sql), rows: sql.all('SELECT * FROM notes').map((row) => ({ ...row })) }
    sql.close()
    return seen
  }
  return { folder, file, start, look }
}

describe('migrating', () => {
  it('goes through every step that is missing, and makes no copy of a new database', () => {
    const { start, look, folder } = database()
    start([one, two, three])
    expect(look()).toEqual({ version: 3, rows: [{ text: 'first', length: 5 }] })
    expect(readdirSync(folder)).toEqual(['notes.db'])
  })

  it('copies the old file first, and keeps the copy until the next good start', () => {
    const { start, look, folder } = database()
    start([one])
    start([one, two])
    expect(look()).toEqual({ version: 2, rows: [{ text: 'first', length: 5 }] })
    expect(look('notes.db.before-1')).toEqual({ version: 1, rows: [{ text: 'first' }] })
    start([one, two])
    expect(readdirSync(folder)).toEqual(['notes.db'])
  })

  it('that fails leaves the step undone, the copy there, and can be tried again', () => {
    const { start, look } = database()
    start([one])
    const broken = `${three}; INSERT INTO nowhere VALUES (1)`
    expect(() => start([one, two, broken])).toThrow(/nowhere/)
    expect(look()).toEqual({ version: 2, rows: [{ text: 'first', length: 5 }] })
    expect(look('notes.db.before-1')).toEqual({ version: 1, rows: [{ text: 'first' }] })
    start([one, two, three])
    expect(look().version).toBe(3)
    expect(look('notes.db.before-2').version).toBe(2)
  })

  it('does not take a copy that was cut short for one', () => {
    const { start, look, file } = database()
    start([one])
    writeFileSync(`${file}.before-1.part`, 'half a copy')
    start([one, two])
    expect(look('notes.db.before-1').version).toBe(1)
    expect(existsSync(`${file}.before-1.part`)).toBe(false)
  })

  it('refuses what is newer', () => {
    const { start, look } = database()
    start([one, two])
    expect(() => start([one])).toThrow(/database_newer.*version 2, this one knows 1/)
    expect(look().version).toBe(2)
  })
})

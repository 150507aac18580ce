import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { text as allOf } from 'node:stream/consumers'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { FaultError } from '../kit/index.ts'
import { buildPrograms, tempFolder, until } from '../kit/testing.ts'
import { addRun, append, ids, sessionStream, text } from './fixtures/rows.ts'
import { Store } from './index.ts'
import { openSql } from './sqlite.ts'

let writer: string
beforeAll(async () => {
  const programs = await buildPrograms('store', { writer: 'src-main/store/fixtures/writer.ts' })
  writer = programs.writer
})

const fileIn = (folder: string) => path.join(folder, 'signalbox.db')
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
const codeOf = (work: () => unknown) => {
  try {
    work()
    return 'no fault'
  } catch (error) {
    return error instanceof FaultError ? error.fault.code : String(error)
  }
}
const openIn = (folder: string) => Store.open(folder).close()

/** The writer as a process; `said` grows by a line each. */
function start(folder: string, task: 'write' | 'hold' | 'try') {
  const child = spawn(process.execPath, [writer, folder, task], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let heard = ''
  child.stdout.on('data', (data) => {
    heard += data
  })
  // Only whole lines: the last one may be cut by a kill.
  return { child, said: () => heard.split('\n').slice(0, -1) }
}
const gone = (child: ChildProcess) => new Promise((resolve) => child.on('close', resolve))
async function tryToWrite(folder: string): Promise<string> {
  const child = spawn(process.execPath, [writer, folder, 'try'], { stdio: ['ignore', 'pipe', 'inherit'] })
  return (await allOf(child.stdout)).trim()
}

describe('opening', () => {
  it('makes a database with a write-ahead log that is synced at every commit, for this user alone', () => {
    const folder = path.join(tempFolder(), 'data')
    openIn(folder)
    const sql = openSql(fileIn(folder), { readOnly: true })
    expect(sql.get('PRAGMA journal_mode')?.journal_mode).toBe('wal')
    expect(sql.get('PRAGMA user_version')?.user_version).toBe(2)
    sql.close()
    expect(statSync(folder).mode & 0o077).toBe(0)
    const store = Store.open(folder)
    const own = (store as unknown as { sql: ReturnType<typeof openSql> }).sql
    expect(own.get('PRAGMA synchronous')?.synchronous).toBe(2)
    expect(own.get('PRAGMA foreign_keys')?.foreign_keys).toBe(1)
    store.close()
  })

  it.each<[string, (file: string) => void]>([
    [
      'a file that is no database',
      (file) => writeFileSync(file, 'not a database, whatever its name says\n'.repeat(200)),
    ],
    ['a short file that is no database', (file) => writeFileSync(file, 'hello')],
    ['a database of something else', (file) => makeOther(file)],
    [
      'a database that is cut off',
      (file) => {
        openIn(path.dirname(file))
        truncateSync(file, 5000)
      },
    ],
  ])('refuses %s and leaves it as it was', (_what, make) => {
    const folder = tempFolder()
    make(fileIn(folder))
    const before = hashOf(fileIn(folder))
    expect(codeOf(() => Store.open(folder))).toBe('database_unreadable')
    expect(codeOf(() => openIn(folder))).toBe('database_unreadable')
    expect(hashOf(fileIn(folder))).toBe(before)
  })

  it('refuses a database of a newer version, to write and to read, and changes no byte', () => {
    const folder = tempFolder()
    openIn(folder)
    const sql = openSql(fileIn(folder), { readOnly: false })
    sql.exec('PRAGMA journal_mode = DELETE; PRAGMA user_version = 3')
    sql.close()
    const before = hashOf(fileIn(folder))
    const names = readdirSync(folder)
    expect(codeOf(() => Store.open(folder))).toBe('database_newer')
    expect(codeOf(() => Store.openToRead(folder))).toBe('database_newer')
    expect(hashOf(fileIn(folder))).toBe(before)
    expect(readdirSync(folder)).toEqual(names)
  })

  it('does not begin an empty history where the database is gone and its log is not', () => {
    const folder = tempFolder()
    writeFileSync(`${fileIn(folder)}-wal`, 'what is left')
    expect(codeOf(() => Store.open(folder))).toBe('database_unreadable')
    expect(readFileSync(`${fileIn(folder)}-wal`, 'utf8')).toBe('what is left')
    expect(existsSync(fileIn(folder))).toBe(false)
  })

  it('says what is wrong with a folder that cannot be one', () => {
    const folder = tempFolder()
    writeFileSync(path.join(folder, 'file'), '')
    expect(codeOf(() => Store.open(path.join(folder, 'file')))).toBe('database_unreadable')
    expect(codeOf(() => Store.open(path.join(folder, 'file', 'below')))).toBe('database_unreadable')
  })

  it('works in a folder with any name', () => {
    const folder = path.join(tempFolder(), '工作区 é e\u0301 % ? # \' "')
    openIn(folder)
    expect(readdirSync(folder)).toContain('signalbox.db')
    expect(readdirSync(path.dirname(folder))).toHaveLength(1)
  })
})

function makeOther(file: string): void {
  const sql = openSql(file, { readOnly: false })
  sql.exec("CREATE TABLE bookmarks (url TEXT); INSERT INTO bookmarks VALUES ('x')")
  sql.close()
}
describe('closing', () => {
  it('leaves one file that is whole by itself', () => {
    const folder = tempFolder()
    const store = Store.open(folder)
    addRun(store)
    append(store, 2000, text('x'.repeat(10_000)))
    store.close()
    const copy = tempFolder()
    copyFileSync(fileIn(folder), fileIn(copy))
    const again = Store.openToRead(copy)
    expect(again.head(sessionStream)).toBe(2)
    again.close()
  })
})

describe('one writer', () => {
  it('at a time: another process is refused by name, and let in when the first is killed', async () => {
    const folder = tempFolder()
    const { child, said } = start(folder, 'hold')
    await until('the first has opened', () => said().includes('open'))
    expect(await tryToWrite(folder)).toBe(
      `already_writing Another Signalbox (process ${child.pid}) is writing to ${folder}.`,
    )
    expect(codeOf(() => Store.open(folder))).toBe('already_writing')
    child.kill('SIGKILL')
    await gone(child)
    expect(await tryToWrite(folder)).toBe('open')
    openIn(folder)
  })

  it('also within this process, until it is closed', () => {
    const folder = tempFolder()
    const store = Store.open(folder)
    expect(codeOf(() => Store.open(folder))).toBe('already_writing')
    expect(codeOf(() => Store.open(folder))).toBe('already_writing')
    addRun(store)
    store.close()
    const again = Store.open(folder)
    expect(again.head(sessionStream)).toBe(1)
    again.close()
  })

  it('leaves room after a refusal: a start that failed holds no lock', () => {
    const folder = tempFolder()
    writeFileSync(fileIn(folder), 'garbage '.repeat(1000))
    expect(codeOf(() => Store.open(folder))).toBe('database_unreadable')
    writeFileSync(fileIn(folder), '')
    expect(codeOf(() => openIn(folder))).toBe('no fault')
  })

  it('is not blamed for a lock file that cannot be one', () => {
    const folder = tempFolder()
    writeFileSync(path.join(folder, 'writer.lock'), 'garbage '.repeat(1000))
    expect(codeOf(() => Store.open(folder))).toBe('database_unreadable')
  })
})

describe('a reader', () => {
  it('beside a writer sees what was committed, is told of it, and cannot write', async () => {
    const folder = tempFolder()
    const { said } = start(folder, 'write')
    await until('something was written', () => said().length > 3)
    const reader = Store.openToRead(folder)
    let changes = 0
    const stop = reader.onOutsideChange(() => changes++)
    await until('the reader sees more and more', () => changes > 2)
    const head = reader.head(sessionStream)
    await until('the reader sees later commits', () => reader.head(sessionStream) > head)
    expect(reader.since(sessionStream, 0, 2).envelopes[0]?.event.type).toBe('run.queued')
    expect(() => append(reader, 1, text('x'))).toThrow(/readonly|read-only/i)
    stop()
    reader.close()
  })

  it('reads after the writer has gone, also one that was killed', async () => {
    const folder = tempFolder()
    const { child, said } = start(folder, 'write')
    await until('something was written', () => said().length > 5)
    child.kill('SIGKILL')
    await gone(child)
    const reader = Store.openToRead(folder)
    expect(reader.head(sessionStream)).toBeGreaterThanOrEqual(Number(said().at(-1)))
    reader.close()
  })

  it('is told where nothing was written yet, and makes nothing', () => {
    const folder = tempFolder()
    expect(codeOf(() => Store.openToRead(folder))).toBe('no_history')
    expect(codeOf(() => Store.openToRead(path.join(folder, 'none')))).toBe('no_history')
    writeFileSync(fileIn(folder), '')
    expect(codeOf(() => Store.openToRead(folder))).toBe('no_history')
    expect(readdirSync(folder)).toEqual(['signalbox.db'])
    writeFileSync(fileIn(folder), 'garbage '.repeat(1000))
    expect(codeOf(() => Store.openToRead(folder))).toBe('database_unreadable')
  })
})

describe('a writer that is killed', () => {
  it('loses nothing it had reported as committed, five times over (P24)', async () => {
    const folder = tempFolder()
    let reported = 0
    for (let round = 0; round < 5; round++) {
      const { child, said } = start(folder, 'write')
      await until('it writes', () => said().length > 2)
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 150))
      child.kill('SIGKILL')
      await gone(child)
      const last = Number(said().at(-1))
      expect(last).toBeGreaterThan(reported)
      reported = last
      const store = Store.open(folder)
      const head = store.head(sessionStream)
      expect(head).toBeGreaterThanOrEqual(reported)
      checkAll(store, head)
      store.close()
    }
    const sql = openSql(fileIn(folder), { readOnly: true })
    expect(sql.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
    sql.close()
  })
})

/** Every number is there once and every body reads. */
function checkAll(store: Store, head: number): void {
  let seen = 0
  for (let seq = 0; seq < head; ) {
    const page = store.since(sessionStream, seq, 1000)
    for (const envelope of page.envelopes) expect(envelope.seq).toBe(++seen)
    seq = page.next
  }
  expect(seen).toBe(head)
  expect(store.runs.byId(ids.run)).not.toBeNull()
}

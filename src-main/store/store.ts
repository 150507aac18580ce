import { existsSync, mkdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'
import type { BlobHash, BlobRef, DurableEnvelope, StreamPage, StreamRef } from '@contract'
import { FaultError, raise } from '../kit/index.ts'
import { putBlob, readBlob } from './blobs.ts'
import { appendEvents, eventsSince, headOf, type NewEvent } from './events.ts'
import { takeWriterLock } from './lock.ts'
import { migrate, noHistory, refuseForeign, refuseNewer, refuseOlder, versionOf } from './migrate.ts'
import {
  outputRows,
  packageRows,
  portRows,
  runRows,
  sessionRows,
  settingRows,
  workspaceRows,
} from './records.ts'
import { openSql, type Sql } from './sqlite.ts'
import { listingRows, trustRows } from './trust-rows.ts'

const fileName = 'signalbox.db'

/** The one database of a data folder. Everything is committed and synced when a call returns. */
export class Store {
  readonly workspaces: ReturnType<typeof workspaceRows>
  readonly sessions: ReturnType<typeof sessionRows>
  readonly runs: ReturnType<typeof runRows>
  readonly outputs: ReturnType<typeof outputRows>
  readonly packages: ReturnType<typeof packageRows>
  readonly settings: ReturnType<typeof settingRows>
  readonly ports: ReturnType<typeof portRows>
  readonly trust: ReturnType<typeof trustRows>
  readonly listings: ReturnType<typeof listingRows>

  private constructor(
    private readonly sql: Sql,
    private readonly file: string,
    private readonly release: () => void,
  ) {
    this.workspaces = workspaceRows(sql)
    this.sessions = sessionRows(sql)
    this.runs = runRows(sql)
    this.outputs = outputRows(sql)
    this.packages = packageRows(sql)
    this.settings = settingRows(sql)
    this.ports = portRows(sql)
    this.trust = trustRows(sql)
    this.listings = listingRows(sql)
  }

  /** Opens for writing; creates what is missing. Throws `already_writing`, `database_newer`, `database_unreadable`. */
  static open(folder: string): Store {
    const file = path.join(folder, fileName)
    const release = readable(file, () => takeWriterLock(folder))
    try {
      return new Store(openToWrite(file), file, release)
    } catch (error) {
      release()
      throw error
    }
  }

  /** Opens beside a writer, to read. Throws `no_history` where nothing was ever written. */
  static openToRead(folder: string): Store {
    const file = path.join(folder, fileName)
    if (!existsSync(file)) throw noHistory(`in ${folder}`)
    const sql = readable(file, () =>
      openWith(file, true, (opened) => {
        opened.exec('PRAGMA busy_timeout = 5000')
        checkKnown(opened, file)
        refuseOlder(versionOf(opened), file)
      }),
    )
    return new Store(sql, file, () => {})
  }

  /** All or nothing over everything this store does inside `work`. */
  transact<T>(work: () => T): T {
    return this.sql.transact(work)
  }

  append(time: number, entries: NewEvent[]): DurableEnvelope[] {
    return appendEvents(this.sql, time, entries)
  }

  since(stream: StreamRef, seq: number, limit: number): StreamPage {
    return eventsSince(this.sql, stream, seq, limit)
  }

  head(stream: StreamRef): number {
    return headOf(this.sql, stream)
  }

  putBlob(bytes: Uint8Array, mime: string, now: number): BlobRef {
    return putBlob(this.sql, bytes, mime, now)
  }

  readBlob(hash: BlobHash, offset: number, length: number) {
    return readBlob(this.sql, hash, offset, length)
  }

  /** Tells when another process may have committed. For readers beside a writer. */
  onOutsideChange(listen: () => void): () => void {
    mkdirSync(path.dirname(this.file), { recursive: true })
    const watcher = watch(path.dirname(this.file), (_event, name) => {
      if (name?.startsWith(fileName)) listen()
    })
    // The folder went away: there is nothing to hear any more.
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  }

  close(): void {
    this.sql.close()
    this.release()
  }
}

function openToWrite(file: string): Sql {
  return readable(file, () => {
    refuseLostMain(file)
    // First without the right to write: a file that is refused stays as it is, to the byte.
    if (existsSync(file)) openWith(file, true, (sql) => checkKnown(sql, file)).close()
    return openWith(file, false, (sql) => {
      sql.exec(
        'PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON',
      )
      migrate(sql, file)
    })
  })
}

function checkKnown(sql: Sql, file: string): void {
  refuseNewer(versionOf(sql), file)
  refuseForeign(sql)
}

/** SQLite would throw away a log whose database is gone or empty, and begin an empty history. */
function refuseLostMain(file: string): void {
  const sizeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0
  if (sizeOf(file) > 0 || sizeOf(`${file}-wal`) === 0) return
  throw new Error(`it is gone or empty, and its log ${path.basename(file)}-wal is still there`)
}

/** Opens, and closes again when what must hold does not. */
function openWith(file: string, readOnly: boolean, check: (sql: Sql) => void): Sql {
  const sql = openSql(file, { readOnly })
  try {
    check(sql)
    return sql
  } catch (error) {
    sql.close()
    throw error
  }
}

function readable<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof FaultError) throw error
    throw raise(
      {
        owner: 'store',
        code: 'database_unreadable',
        message: `Tried to open the database ${file}: ${error instanceof Error ? error.message : String(error)}.`,
        hint: 'The file was left as it is. Free disk space or restore the file from a copy, then start again.',
        retry: 'later',
      },
      error,
    )
  }
}

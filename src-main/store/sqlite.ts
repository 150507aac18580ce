import { DatabaseSync } from '@photostructure/sqlite'

/** The one file that knows the binding. Values: no Date (binds as NULL), no boolean. */
export type SqlValue = string | number | bigint | null | Uint8Array
export type Row = Record<string, SqlValue>

export interface Sql {
  exec(script: string): void
  run(statement: string, ...values: SqlValue[]): { changes: number }
  get(statement: string, ...values: SqlValue[]): Row | undefined
  all(statement: string, ...values: SqlValue[]): Row[]
  /**
   * The one number of a query, without a prepared statement. The binding cannot finalize those, and one that is left
   * keeps a database open behind its `close` until it is collected.
   */
  number(query: string): number
  /** All or nothing. Not nested: an inner call joins the outer one. */
  transact<T>(work: () => T): T
  close(): void
}

export function openSql(file: string, options: { readOnly: boolean }): Sql {
  const db = new DatabaseSync(file, { readOnly: options.readOnly })
  const prepared = new Map<string, ReturnType<typeof db.prepare>>()
  const statement = (text: string) => {
    let found = prepared.get(text)
    if (!found) {
      found = db.prepare(text)
      prepared.set(text, found)
    }
    return found
  }
  let inside = false
  let found: unknown
  db.function('found', (value: unknown) => {
    found = value
    return null
  })
  return {
    number(query) {
      db.exec(`SELECT found((${query}))`)
      return Number(found ?? 0)
    },
    exec: (script) => db.exec(script),
    run: (text, ...values) => ({ changes: statement(text).run(...values.map(bindable)).changes }),
    get: (text, ...values) => statement(text).get(...values.map(bindable)) as Row | undefined,
    all: (text, ...values) => statement(text).all(...values.map(bindable)) as Row[],
    transact(work) {
      if (inside) return work()
      db.exec('BEGIN IMMEDIATE')
      inside = true
      try {
        const value = work()
        db.exec('COMMIT')
        return value
      } catch (error) {
        rollBack(db)
        throw error
      } finally {
        inside = false
      }
    },
    close() {
      prepared.clear()
      if (!options.readOnly) emptyLog(db)
      db.close()
    },
  }
}

/** After some errors (a full disk) SQLite has rolled back by itself; what is to be told is the error before. */
function rollBack(db: { exec(script: string): void }): void {
  try {
    db.exec('ROLLBACK')
  } catch {}
}

/** Statements that are not collected yet keep SQLite from doing this at the end: the file is then whole by itself. */
function emptyLog(db: { exec(script: string): void }): void {
  try {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // A reader is in the middle of something: the next start does it.
  }
}

/** The binding cuts text at a NUL without a word: it is kept visible instead. */
function bindable(value: SqlValue): SqlValue {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}

/** True when the error says that another connection holds what this one wanted. */
export function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' && (code & 0xff) === 5
}

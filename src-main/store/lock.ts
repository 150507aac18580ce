import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { raise } from '../kit/index.ts'
import { isBusy, openSql } from './sqlite.ts'

/**
 * One writer at a time. The lock is an exclusive transaction on a small database of its own: the operating system
 * lets go of it when the process ends, however it ends, so there is no stale lock to clean.
 */
export function takeWriterLock(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const holder = path.join(folder, 'writer.pid')
  const sql = openSql(path.join(folder, 'writer.lock'), { readOnly: false })
  try {
    sql.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  } catch (error) {
    sql.close()
    // Anything else (a full disk, a read-only folder) is not another writer.
    if (!isBusy(error)) throw error
    throw raise(
      {
        owner: 'operator',
        code: 'already_writing',
        message: `Another Signalbox${holderName(holder)} is writing to ${folder}.`,
        hint: 'Use that one, or quit it first. compile and events read beside it.',
        retry: 'later',
      },
      error,
    )
  }
  writeFileSync(holder, `${process.pid}\n`)
  return () => sql.close()
}

function holderName(file: string): string {
  try {
    return ` (process ${readFileSync(file, 'utf8').trim()})`
  } catch {
    return ''
  }
}

import { existsSync, renameSync, rmSync } from 'node:fs'
import { raise } from '../kit/index.ts'
import { first } from './migrations/0001-first.ts'
import { trust } from './migrations/0002-trust.ts'
import type { Sql } from './sqlite.ts'

/** In order; the n-th brings a database from version n-1 to n. Never edit one that has shipped. */
const migrations: readonly string[] = [first, trust]

/** 0 for a database that nothing was written to. */
export function versionOf(sql: Sql): number {
  return sql.number('SELECT user_version FROM pragma_user_version')
}

/** Tables without a version are not ours. */
export function refuseForeign(sql: Sql): void {
  if (versionOf(sql) > 0 || sql.number('SELECT count(*) FROM sqlite_schema') === 0) return
  throw new Error('it is a database of something else')
}

/** Throws `database_newer` where this code does not know what the file means. */
export function refuseNewer(version: number, file: string, known: number = migrations.length): void {
  if (version <= known) return
  throw raise({
    owner: 'store',
    code: 'database_newer',
    message: `The database ${file} was written by a newer Signalbox (version ${version}, this one knows ${known}).`,
    hint: 'Nothing was changed. Start the newer Signalbox, or point SIGNALBOX_HOME to another folder.',
  })
}

/** For readers, who may not migrate. Throws `database_older`, or `no_history` before the first write. */
export function refuseOlder(version: number, file: string): void {
  if (version === migrations.length) return
  if (version === 0) throw noHistory(`in ${file}`)
  throw raise({
    owner: 'operator',
    code: 'database_older',
    message: `The database ${file} is of an older Signalbox (version ${version}, this one reads ${migrations.length}).`,
    hint: 'Start Signalbox once: it brings the database up to date and keeps a copy of the old one.',
  })
}

export function noHistory(where: string) {
  return raise({
    owner: 'operator',
    code: 'no_history',
    message: `Nothing was recorded ${where} yet.`,
    hint: 'Run something first, or set SIGNALBOX_HOME.',
  })
}

/**
 * Brings the database to the current version. Before anything is changed the old file is copied beside itself
 * (`<file>.before-<version>`); the copy goes away at the next start that needs no migration.
 */
export function migrate(sql: Sql, file: string, steps: readonly string[] = migrations): void {
  const version = versionOf(sql)
  const current = steps.length
  refuseNewer(version, file, current)
  if (version === current) {
    for (let old = 1; old < current; old++) rmSync(copyName(file, old), { force: true })
    return
  }
  if (version > 0) copyBefore(sql, file, version)
  for (let next = version; next < current; next++) {
    sql.transact(() => {
      sql.exec(steps[next] as string)
      sql.exec(`PRAGMA user_version = ${next + 1}`)
    })
  }
}

const copyName = (file: string, version: number) => `${file}.before-${version}`

function copyBefore(sql: Sql, file: string, version: number): void {
  const copy = copyName(file, version)
  if (existsSync(copy)) return
  rmSync(`${copy}.part`, { force: true })
  sql.run('VACUUM INTO ?', `${copy}.part`)
  renameSync(`${copy}.part`, copy)
}

import type { JsonObject, WorkspaceId } from '@contract'
import type { Row, Sql } from './sqlite.ts'

/** The operator's word about one item. */
export interface TrustRow {
  key: string
  /** Of everything that was granted with it. */
  digest: string
  /** As they were shown. */
  lines: string[]
  /** Path -> what the file was; `made`: those that the app's own setup wrote. */
  files: { hashes: Record<string, string>; made: string[] }
  /** False: it was shown and left out. */
  granted: boolean
  decidedAt: number
}

/** What the operator granted of each workspace, and the identity that the folder had then. */
export function trustRows(sql: Sql) {
  const shape = (row: Row): TrustRow => ({
    key: row.key as string,
    digest: row.digest as string,
    lines: JSON.parse(row.lines as string) as string[],
    files: JSON.parse(row.files as string) as TrustRow['files'],
    granted: row.granted === 1 || row.granted === 1n,
    decidedAt: Number(row.decided_at),
  })
  const put = (workspaceId: WorkspaceId, row: TrustRow) =>
    sql.run(
      'INSERT OR REPLACE INTO trust (workspace_id, key, digest, lines, files, granted, decided_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      workspaceId,
      row.key,
      row.digest,
      JSON.stringify(row.lines),
      JSON.stringify(row.files),
      row.granted ? 1 : 0,
      row.decidedAt,
    )
  const clear = (workspaceId: WorkspaceId) => sql.run('DELETE FROM trust WHERE workspace_id = ?', workspaceId)
  return {
    of: (workspaceId: WorkspaceId) =>
      sql.all('SELECT * FROM trust WHERE workspace_id = ? ORDER BY key', workspaceId).map(shape),
    one: (workspaceId: WorkspaceId, key: string): TrustRow | null => {
      const row = sql.get('SELECT * FROM trust WHERE workspace_id = ? AND key = ?', workspaceId, key)
      return row ? shape(row) : null
    },
    /** From now on exactly these. `identity`: what the folder says that it is; null where it cannot be written. */
    replace: (workspaceId: WorkspaceId, identity: string | null, rows: TrustRow[]) =>
      sql.transact(() => {
        clear(workspaceId)
        for (const row of rows) put(workspaceId, row)
        sql.run('UPDATE workspaces SET trusted_identity = ? WHERE id = ?', identity, workspaceId)
      }),
    put,
    clear: (workspaceId: WorkspaceId) =>
      sql.transact(() => {
        clear(workspaceId)
        sql.run('UPDATE workspaces SET trusted_identity = NULL WHERE id = ?', workspaceId)
      }),
    identityOf: (workspaceId: WorkspaceId) =>
      (sql.get('SELECT trusted_identity FROM workspaces WHERE id = ?', workspaceId)?.trusted_identity ??
        null) as string | null,
  }
}

/** A tool as its source listed it. */
export interface ListedTool {
  name: string
  description: string
  readOnly: boolean
  schema: JsonObject
}

const maxTools = 1000
const maxDescription = 500
const maxListing = 4 * 1024 * 1024
const keepMs = 24 * 60 * 60 * 1000

/** The tools that each server and app listed when it was last held. */
export function listingRows(sql: Sql) {
  // Asked for at every keystroke of an author, and large: what was not written since is not read again.
  const read = new Map<string, { seenAt: number; tools: ListedTool[] }>()
  const keyOf = (workspaceId: WorkspaceId, sourceId: string) => `${workspaceId} ${sourceId}`
  const toolsOf = (workspaceId: WorkspaceId, sourceId: string, seenAt: number): ListedTool[] => {
    const known = read.get(keyOf(workspaceId, sourceId))
    if (known?.seenAt === seenAt) return known.tools
    const row = sql.get(
      'SELECT tools FROM tool_listings WHERE workspace_id = ? AND source_id = ?',
      workspaceId,
      sourceId,
    )
    const tools = JSON.parse((row?.tools ?? '[]') as string) as ListedTool[]
    read.set(keyOf(workspaceId, sourceId), { seenAt, tools })
    return tools
  }
  return {
    /** Bounded: 1000 tools, 500 characters of description, 4 MB. Written when it is other than before, or a day old. */
    put: (workspaceId: WorkspaceId, sourceId: string, tools: ListedTool[], at: number) => {
      const text = bounded(tools)
      const known = sql.get(
        'SELECT tools, seen_at FROM tool_listings WHERE workspace_id = ? AND source_id = ?',
        workspaceId,
        sourceId,
      )
      if (known?.tools === text && at - Number(known.seen_at) < keepMs) return
      read.delete(keyOf(workspaceId, sourceId))
      sql.run(
        'INSERT OR REPLACE INTO tool_listings (workspace_id, source_id, tools, seen_at) VALUES (?, ?, ?, ?)',
        workspaceId,
        sourceId,
        text,
        at,
      )
    },
    of: (workspaceId: WorkspaceId) =>
      sql
        .all(
          'SELECT source_id, seen_at FROM tool_listings WHERE workspace_id = ? ORDER BY source_id',
          workspaceId,
        )
        .map(({ source_id, seen_at }) => {
          const sourceId = source_id as string
          const seenAt = Number(seen_at)
          return { sourceId, seenAt, tools: toolsOf(workspaceId, sourceId, seenAt) }
        }),
  }
}

function bounded(tools: ListedTool[]): string {
  const kept: string[] = []
  let size = 0
  for (const { name, description, readOnly, schema } of tools.slice(0, maxTools)) {
    const text = JSON.stringify({ name, description: description.slice(0, maxDescription), readOnly, schema })
    size += text.length
    if (size > maxListing) break
    // The binding cannot keep a NUL; compared with what was stored, it would never be the same.
    kept.push(text.replaceAll('\0', '\ufffd'))
  }
  return `[${kept.join(',')}]`
}

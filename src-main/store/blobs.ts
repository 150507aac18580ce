import type { BlobHash, BlobRef } from '@contract'
import { raise, sha256 } from '../kit/index.ts'
import type { Sql } from './sqlite.ts'

const headBytes = 2000

/** Stores bytes under their hash; the same bytes are stored once. Returns what an event keeps of them. */
export function putBlob(sql: Sql, bytes: Uint8Array, mime: string, now: number): BlobRef {
  const hash = sha256(bytes) as BlobHash
  sql.run(
    'INSERT INTO blobs (hash, size, mime, created_at, bytes) VALUES (?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING',
    hash,
    bytes.length,
    mime,
    now,
    bytes,
  )
  return {
    blob: hash,
    bytes: bytes.length,
    mime,
    head: textOf(bytes.subarray(0, headBytes)),
    tail: textOf(bytes.subarray(-headBytes)),
  }
}

/** `length` bytes from `offset`; past the end none. */
export function readBlob(
  sql: Sql,
  hash: BlobHash,
  offset: number,
  length: number,
): { bytes: Uint8Array; size: number; mime: string } {
  const row = sql.get(
    'SELECT size, mime, substr(bytes, ?, ?) AS part FROM blobs WHERE hash = ?',
    offset + 1,
    length,
    hash,
  )
  if (!row) {
    throw raise({
      owner: 'store',
      code: 'blob_missing',
      message: `The stored value ${hash} is not in the database.`,
      hint: 'It may have been removed by hand.',
    })
  }
  // Of an empty value SQLite makes a NULL part.
  return {
    bytes: (row.part as Uint8Array | null) ?? new Uint8Array(0),
    size: Number(row.size),
    mime: row.mime as string,
  }
}

/** UTF-8 without the cut characters at both ends. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replace(/^�+|�+$/g, '')
}

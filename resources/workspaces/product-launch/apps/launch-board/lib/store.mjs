// The board on disk. A write is whole or not at all, and a file that cannot be read is kept, never overwritten.
import {
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { columns, emptyBoard } from './board.mjs'

export function openStore(dir, clock = () => new Date()) {
  mkdirSync(dir, { recursive: true })
  for (const name of readdirSync(dir)) if (/^board\.json\.\d+\.tmp$/.test(name)) rmSync(join(dir, name))
  const file = join(dir, 'board.json')
  let board = load(dir, file, clock)
  const listeners = new Set()

  return {
    get board() {
      return board
    },
    /** `step` returns `{ board, item }`. When this returns, the step is on disk and the listeners have been told. */
    apply(step) {
      const result = step(board)
      // Written at once and not behind a queue: a board is small, and nothing can then be told before it is kept.
      write(dir, file, result.board)
      board = result.board
      for (const listener of listeners) listener(board)
      return result.item
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function load(dir, file, clock) {
  let text
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return emptyBoard()
    throw new Error(`${file} cannot be opened (${error.code}); nothing was changed.`)
  }
  const parsed = parse(text)
  if (parsed.version > 1)
    throw new Error(
      `${file} was written by a newer launch board (version ${parsed.version}); nothing was changed.`,
    )
  if (parsed.lost === 0) return parsed.board

  const aside = `board.broken-${clock().toISOString().replace(/[:.]/g, '-')}.json`
  copyFileSync(file, join(dir, aside))
  const board = {
    ...parsed.board,
    notice: { kind: 'broken', file: aside, kept: parsed.board.items.length, time: clock().toISOString() },
  }
  write(dir, file, board)
  return board
}

/** `lost` counts what could not be read; null means that nothing could. */
function parse(text) {
  const nothing = { board: emptyBoard(), lost: null }
  let data
  try {
    data = JSON.parse(text)
  } catch {
    return nothing
  }
  if (Number.isInteger(data?.version) && data.version > 1) return { ...nothing, version: data.version }
  if (!Array.isArray(data?.items)) return nothing
  const seen = new Set()
  const items = data.items.filter((item) => isItem(item) && !seen.has(item.id) && seen.add(item.id))
  const deleted = Array.isArray(data.deleted) ? data.deleted.filter((entry) => isItem(entry?.item)) : []
  const numbers = [...items, ...deleted.map((entry) => entry.item)].map((item) => Number(item.id.slice(5)))
  const nextId = Math.max(
    Number.isInteger(data.nextId) ? data.nextId : 1,
    1,
    ...numbers.map((number) => number + 1),
  )
  return {
    board: { version: 1, nextId, items, deleted, notice: data.notice ?? null },
    lost: data.items.length - items.length,
  }
}

function isItem(item) {
  const texts = ['title', 'note', 'createdAt', 'updatedAt']
  return (
    /^item-\d{1,9}$/.test(item?.id) &&
    columns.includes(item.column) &&
    texts.every((key) => typeof item[key] === 'string') &&
    (item.due === undefined || typeof item.due === 'string') &&
    Array.isArray(item.links) &&
    item.links.every((link) => typeof link?.title === 'string')
  )
}

function write(dir, file, board) {
  const temp = `${file}.${process.pid}.tmp`
  try {
    const handle = openSync(temp, 'w', 0o600)
    try {
      const bytes = Buffer.from(`${JSON.stringify(board, null, 2)}\n`)
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(temp, file)
  } catch (error) {
    rmSync(temp, { force: true })
    throw new Error(`The board could not be saved (${error.code ?? error.message}); the change was not made.`)
  }
  syncFolder(dir)
}

/** Without this the rename itself may be lost in a power cut. Where a file system has no such call, there is nothing to do. */
function syncFolder(dir) {
  try {
    const handle = openSync(dir, 'r')
    fsyncSync(handle)
    closeSync(handle)
  } catch {}
}

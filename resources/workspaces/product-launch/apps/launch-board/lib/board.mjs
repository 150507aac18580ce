// The board as a value: every function takes a board and returns the next one. No clock, no file, no network.

export const columns = ['planned', 'doing', 'done']

const limits = { items: 500, links: 50, deleted: 20 }

/** What the caller asked for cannot be; the message says what to do instead. */
export class BoardError extends Error {
  constructor(code, message) {
    super(message)
    this.name = 'BoardError'
    this.code = code
  }
}

export function emptyBoard() {
  // nextId is stored, so that an id is never given twice, also after a delete.
  return { version: 1, nextId: 1, items: [], deleted: [], notice: null }
}

export function findItem(board, id) {
  const item = board.items.find((candidate) => candidate.id === id)
  if (item) return item
  const deleted = board.deleted.some((entry) => entry.item.id === id)
  throw new BoardError(
    'not_found',
    deleted
      ? `${id} was deleted from the board.`
      : `There is no item ${id}. list_items names the items that exist.`,
  )
}

/** `origin` is who did it: `{ by }` for a run, `{}` for a person on the page. */
export function addItem(board, input, { by } = {}, now = new Date()) {
  if (board.items.length >= limits.items)
    throw new BoardError('full', `The board holds ${limits.items} items; delete some first.`)
  const item = {
    id: `item-${board.nextId}`,
    title: oneLine(input.title),
    note: (input.note ?? '').trim(),
    column: input.column ?? 'planned',
    ...dueOf(input.due, now),
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    ...(by ? { by } : {}),
    links: [],
  }
  return { board: { ...board, nextId: board.nextId + 1, items: [...board.items, item] }, item }
}

export function updateItem(board, input, { by } = {}, now = new Date()) {
  const before = findItem(board, input.id)
  const item = { ...before }
  if (input.title !== undefined) item.title = oneLine(input.title)
  if (input.note !== undefined) item.note = input.note.trim()
  if (input.due !== undefined) {
    delete item.due
    Object.assign(item, dueOf(input.due, now))
  }
  return put(board, before, item, by, now)
}

/** Items of a column keep the order of the whole list; `before` names the item to stand in front of. */
export function moveItem(board, input, { by } = {}, now = new Date()) {
  const found = findItem(board, input.id)
  const rest = board.items.filter((candidate) => candidate.id !== input.id)
  const at = input.before ? rest.findIndex((candidate) => candidate.id === input.before) : rest.length
  if (at < 0) throw new BoardError('not_found', `There is no item ${input.before} to stand before.`)
  const { item } = put(board, found, { ...found, column: input.column }, by, now)
  return { board: { ...board, items: [...rest.slice(0, at), item, ...rest.slice(at)] }, item }
}

/** The same output or path again renames the link instead of adding a second one. */
export function linkOutput(board, input, { by } = {}, now = new Date()) {
  const before = findItem(board, input.id)
  if (!input.outputId && !input.path) throw new BoardError('bad_input', 'Give outputId, path or both.')
  if (input.path && !staysInside(input.path))
    throw new BoardError('bad_input', 'path must lie in the workspace, like reports/launch.md.')
  const link = { title: oneLine(input.title), ...pick(input, 'outputId'), ...pick(input, 'path') }
  const same = (other) =>
    link.outputId ? other.outputId === link.outputId : !other.outputId && other.path === link.path
  const known = before.links.some(same)
  if (!known && before.links.length >= limits.links)
    throw new BoardError('full', `${before.id} has ${limits.links} links already.`)
  const links = known ? before.links.map((other) => (same(other) ? link : other)) : [...before.links, link]
  return put(board, before, { ...before, links }, by, now)
}

/** A deleted item is kept with its place, so that undo puts it back where it was. */
export function deleteItem(board, id) {
  const item = findItem(board, id)
  const after = board.items[board.items.indexOf(item) + 1]?.id ?? null
  const deleted = [{ item, before: after }, ...board.deleted].slice(0, limits.deleted)
  return { board: { ...board, items: board.items.filter((other) => other !== item), deleted }, item }
}

export function restoreItem(board, id) {
  const entry = board.deleted.find((candidate) => candidate.item.id === id)
  if (!entry)
    throw new BoardError('not_found', `${id} is not among the last ${limits.deleted} deleted items.`)
  const found = board.items.findIndex((other) => other.id === entry.before)
  const at = found < 0 ? board.items.length : found
  const items = [...board.items.slice(0, at), entry.item, ...board.items.slice(at)]
  return {
    board: { ...board, items, deleted: board.deleted.filter((other) => other !== entry) },
    item: entry.item,
  }
}

function put(board, before, next, by, now) {
  const item = { ...next, updatedAt: now.toISOString() }
  delete item.changedBy
  if (by) item.changedBy = by
  return { board: { ...board, items: board.items.map((other) => (other === before ? item : other)) }, item }
}

/** `2026-03-01`, `+5d` from today, or nothing. Days are local days, as on the operator's calendar. */
function dueOf(text, now) {
  if (!text) return {}
  const offset = /^\+(\d{1,3})d$/.exec(text)
  if (offset)
    return { due: localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + Number(offset[1]))) }
  const [year, month, day] = text.split('-').map(Number)
  const date = new Date(year, month - 1, day)
  if (localDay(date) !== text)
    throw new BoardError(
      'bad_input',
      `due: ${text} is not a date. Write YYYY-MM-DD, or +5d for five days from today.`,
    )
  return { due: text }
}

function localDay(date) {
  const two = (number) => String(number).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function oneLine(text) {
  const line = text.replace(/\s+/g, ' ').trim()
  if (!line) throw new BoardError('bad_input', 'title: must not be empty.')
  return line
}

function staysInside(path) {
  return !/^([/\\]|[a-z]:)/i.test(path) && !path.split(/[/\\]/).includes('..')
}

const pick = (input, key) => (input[key] ? { [key]: input[key] } : {})

// Boot: one board, one route, and what a person can do with them.
import { call, connect } from './api.js'
import { makeBoard } from './board.js'
import { el, setText } from './dom.js'
import { handleDrag, handleKeys } from './moves.js'
import { makeSheet } from './sheet.js'
import { toast } from './toast.js'
import { columnIds, news } from './words.js'

const byId = (id) => document.getElementById(id)
const [main, boardRoot, sheetRoot, notice, live] = ['main', 'board', 'sheet', 'notice', 'live'].map(byId)
const narrow = matchMedia('(max-width: 519px)')
let board = null
let lost = null
let undo = null

const routeId = () => /^#\/item\/([\w-]{1,40})$/.exec(location.hash)?.[1] ?? null

const acts = {
  add: async (column, title) => told(await call('POST', 'items', { column, title })),
  change: (id, change) => call('PATCH', `items/${id}`, change),
  move: async (id, column, before) => told(await call('PATCH', `items/${id}`, { column, before })),
  step(id, by) {
    const item = board.items.find((candidate) => candidate.id === id)
    const column = columnIds[columnIds.indexOf(item.column) + by]
    return column && acts.move(id, column)
  },
  async remove(id) {
    const { title, column } = board.items.find((item) => item.id === id)
    const row = board.items.filter((item) => item.column === column)
    const at = row.findIndex((item) => item.id === id)
    if (!told(await call('DELETE', `items/${id}`))) return
    if (routeId() === id) acts.close()
    boardView.focus((row[at + 1] ?? row[at - 1])?.id)
    undo?.close()
    undo = toast(`Deleted “${title}”`, {
      seconds: 12,
      action: { title: 'Undo', run: () => acts.restore(id) },
    })
  },
  restore: async (id) => told(await call('POST', `items/${id}/restore`)) && boardView.focus(id),
  focus: (id) => boardView.focus(id),
  close() {
    const id = routeId()
    history.pushState(null, '', '#/')
    paint()
    boardView.focus(id)
  },
}

const boardView = makeBoard(boardRoot, acts)
const sheetView = makeSheet(sheetRoot, acts)
handleDrag(boardRoot, acts.move)
handleKeys(boardRoot, () => board, acts)
addEventListener('hashchange', paint)
addEventListener('popstate', paint)
narrow.addEventListener('change', paint)
addEventListener('keydown', onKey)
setInterval(tick, 4000)
connect(onBoard, onLink)

function onBoard(next) {
  if (board) setText(live, news(board, next))
  board = next
  paint()
}

function paint() {
  if (!board) return
  const id = routeId()
  boardRoot.ariaBusy = 'false'
  paintFresh(boardView.paint(board, id))
  paintNotice()
  const opened = sheetView.paint(board, id)
  // Over the whole width the board is out of sight, so the Tab key must not wander there.
  main.inert = Boolean(id) && narrow.matches
  if (!opened) return
  boardView.show(id)
  sheetRoot.focus({ preventScroll: true })
}

function tick() {
  paintFresh(boardView.tick())
  sheetView.tick(board)
}

function paintFresh(count) {
  const pill = byId('fresh-count')
  pill.hidden = count === 0
  if (count > 0) setText(byId('fresh-number'), `${count} new`)
}

function paintNotice() {
  const broken = board.notice
  notice.hidden = !broken
  if (!broken || notice.dataset.file === broken.file) return
  notice.dataset.file = broken.file
  const kept =
    broken.kept === 0 ? 'This board starts empty.' : `${broken.kept} of its items could be read and are here.`
  notice.replaceChildren(
    el('span', { class: 'dot' }),
    el(
      'p',
      {},
      'The board file could not be read in full. It is kept as ',
      el('span', { class: 'mono' }, broken.file),
      ` in the data folder of the app. ${kept}`,
    ),
    el(
      'button',
      { class: 'button', type: 'button', on: { click: async () => told(await call('DELETE', 'notice')) } },
      'Dismiss',
    ),
  )
}

function onLink(state) {
  const node = byId('link-state')
  if (node.dataset.state === state) return
  node.dataset.state = state
  setText(node.querySelector('.word'), { live: 'Live', gone: 'Reconnecting', closed: 'Closed' }[state])
  boardRoot.toggleAttribute('data-stale', state !== 'live')
  lost?.close()
  if (state === 'live') return
  const since = board ? ` What you see is as of ${new Date().toLocaleTimeString()}.` : ''
  const words =
    state === 'gone'
      ? `The board’s server does not answer.${since} It reconnects by itself.`
      : `The board was started again with a new key.${since} Open it again from Signalbox.`
  lost = toast(words, { failed: true, seconds: 0 })
}

/** Says what failed; returns whether it went well. */
function told({ error }) {
  if (error) toast(error, { failed: true })
  return !error
}

function onKey(event) {
  if (event.target.matches('input, textarea') || event.altKey || !board) return
  const command = event.ctrlKey || event.metaKey
  if (command && event.key.toLowerCase() === 'z' && undo?.open) undo.run()
  else if (!command && event.key.toLowerCase() === 'n' && !main.inert)
    boardView.add(event.target.closest('.column')?.dataset.column ?? 'planned')
  else return
  event.preventDefault()
}

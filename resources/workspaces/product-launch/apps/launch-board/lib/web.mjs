// The page, and the small API that only the page uses.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addItem, BoardError, deleteItem, moveItem, restoreItem, updateItem } from './board.mjs'
import { check } from './check.mjs'
import { readJson, send, startStream } from './http.mjs'
import { fields, input } from './tools.mjs'

const types = { html: 'text/html', css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' }
const csp = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Only what lies in the folder at start is served, so no path is ever built from a request. */
export function makePage(dir) {
  const files = new Map(readdirSync(dir).map((name) => [`/${name}`, readFileSync(join(dir, name))]))
  return function servePage(req, res, url) {
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return send(res, 405, { error: 'GET only.' }, { allow: 'GET, HEAD' })
    const name = url.pathname === '/' ? '/index.html' : url.pathname
    const file = files.get(name)
    if (!file) return send(res, 404, { error: 'Not found.' })
    const headers = {
      'content-type': `${types[name.split('.').pop()] ?? 'text/plain'}; charset=utf-8`,
      'content-security-policy': csp,
    }
    send(res, 200, name === '/index.html' ? themed(file, url.searchParams.get('theme')) : file, headers)
  }
}

/** Set here and not by a script, so that the first paint has the right colours. */
function themed(html, theme) {
  return theme === 'dark' || theme === 'light'
    ? html.toString().replace('<html ', `<html data-theme="${theme}" `)
    : html
}

const closedStyle =
  ':root{color-scheme:light dark}body{display:grid;place-content:center;gap:4px;height:100vh;margin:0;background:light-dark(#fff,#14181f);' +
  'color:light-dark(#646e7e,#8690a0);font:13px/1.45 system-ui,sans-serif;text-align:center}h1,p{margin:0}h1{font-size:15px;color:light-dark(#171b22,#e8ecf2)}'
const closedPage =
  `<!doctype html><html lang="en"><title>Launch board</title><style>${closedStyle}</style>` +
  '<h1>The board is open to Signalbox only</h1><p>Open it there, in Apps.</p></html>'

/** For a browser that comes without the cookie. Nothing but this text: the files of the page are closed too. */
export function serveClosed(res) {
  const hash = createHash('sha256').update(closedStyle).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`
  send(res, 403, closedPage, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
  })
}

const schemas = {
  add: input({ title: fields.title, note: fields.note, column: fields.column, due: fields.due }, ['title']),
  change: input({
    title: fields.title,
    note: fields.note,
    column: fields.column,
    due: fields.due,
    before: fields.before,
  }),
}

export function makeApi(store, stream) {
  return async function serveApi(req, res, url) {
    const [, , noun, id, verb] = url.pathname.split('/')
    const route = [req.method, noun, id && ':id', verb].filter(Boolean).join(' ')
    switch (route) {
      case 'GET events':
        return stream.open(res)
      case 'POST items':
        return change(req, res, schemas.add, (body) => store.apply((board) => addItem(board, body)))
      case 'PATCH items :id':
        return change(req, res, schemas.change, (body) =>
          store.apply((board) => patch(board, { ...body, id })),
        )
      case 'DELETE items :id':
        return change(req, res, null, () => store.apply((board) => deleteItem(board, id)))
      case 'POST items :id restore':
        return change(req, res, null, () => store.apply((board) => restoreItem(board, id)))
      case 'DELETE notice':
        return change(req, res, null, () =>
          store.apply((board) => ({ board: { ...board, notice: null }, item: {} })),
        )
      default:
        return send(res, 404, { error: 'Not found.' })
    }
  }
}

function patch(board, body) {
  const { column, before, ...texts } = body
  const updated = Object.keys(texts).length > 1 ? updateItem(board, texts) : { board }
  return column ? moveItem(updated.board, { id: body.id, column, before }) : { item: {}, ...updated }
}

async function change(req, res, schema, run) {
  const body = await readJson(req)
  if (body.error) return send(res, body.status, { error: body.error })
  const findings = schema ? check(schema, body.value) : []
  if (findings.length > 0) return send(res, 400, { error: findings.join(' ') })
  try {
    return send(res, 200, run(body.value))
  } catch (error) {
    if (!(error instanceof BoardError)) console.error(error)
    return send(res, error.code === 'not_found' ? 404 : error instanceof BoardError ? 400 : 500, {
      error: error.message,
    })
  }
}

/** Every page gets the whole board at once and again after each change: a board is small, and nothing can be missed. */
export function makeStream(store) {
  const open = new Set()
  const tell = (res, board) => {
    const deleted = board.deleted.map(({ item }) => ({ id: item.id, title: item.title }))
    res.write(
      `event: board\ndata: ${JSON.stringify({ items: board.items, deleted, notice: board.notice })}\n\n`,
    )
    // A page that no longer reads must not fill our memory; it reconnects and gets the board again.
    if (res.writableLength > 8 * 1024 * 1024) res.destroy()
  }
  store.subscribe((board) => {
    for (const res of open) tell(res, board)
  })
  return {
    open(res) {
      if (open.size >= 32) return send(res, 503, { error: 'Too many pages are open.' })
      startStream(res)
      res.write('retry: 1000\n\n')
      open.add(res)
      res.on('close', () => open.delete(res))
      tell(res, store.board)
    },
    close() {
      for (const res of open) res.end()
    },
  }
}

// Launch board: a page for people, an MCP endpoint for agents, one file on disk. Node only, nothing to install.
//
//   PORT       the page, its API and /health
//   MCP_PORT   the MCP endpoint and /health; the same as PORT, or absent: all on one port
//   DATA_DIR   where board.json lives; made when missing
//   APP_TOKEN  when set, every request but /health must carry it
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeGuard } from './lib/guard.mjs'
import { send } from './lib/http.mjs'
import { makeMcp } from './lib/mcp.mjs'
import { openStore } from './lib/store.mjs'
import { makeApi, makePage, makeStream, serveClosed } from './lib/web.mjs'

const { PORT = '38081', MCP_PORT = PORT, DATA_DIR, APP_TOKEN } = process.env
if (!DATA_DIR) stopWith('DATA_DIR is not set: name a folder for the board, like DATA_DIR=/tmp/launch-board.')
const pagePort = readPort('PORT', PORT)
const mcpPort = readPort('MCP_PORT', MCP_PORT)

const store = openOrStop()
const guard = makeGuard(APP_TOKEN)
const stream = makeStream(store)
const handleMcp = makeMcp(store)
const serveApi = makeApi(store, stream)
const servePage = makePage(join(dirname(fileURLToPath(import.meta.url)), 'page'))

const shared = pagePort === mcpPort
const servers = [await listen(pagePort, { page: true, mcp: shared })]
if (!shared) servers.push(await listen(mcpPort, { page: false, mcp: true }))
const [page, mcp = page] = servers.map((server) => server.address().port)
console.log(`launch-board: page http://127.0.0.1:${page}/ mcp http://127.0.0.1:${mcp}/mcp`)

process.on('SIGTERM', shutDown)
process.on('SIGINT', shutDown)

async function route(req, res, serves) {
  const refusal = guard.refuseAny(req)
  if (refusal) return send(res, 403, { error: refusal })
  // Put together and not resolved: `//x/y` would otherwise be read as another host.
  const url = URL.canParse(`http://board${req.url}`) ? new URL(`http://board${req.url}`) : null
  if (url?.pathname === '/health') return send(res, 200, { status: 'ok', items: store.board.items.length })
  if (url?.pathname === '/mcp' && serves.mcp)
    return guarded(res, guard.refuseMcp(req), () => handleMcp(req, res))
  if (!url || !serves.page) return send(res, 404, { error: 'Not found.' })
  if (url.searchParams.has('token')) return letIn(req, res, url)
  if (url.pathname.startsWith('/api/'))
    return guarded(res, guard.refusePage(req) ?? guard.refuseApi(req), () => serveApi(req, res, url))
  const closed = guard.refusePage(req)
  if (closed && url.pathname === '/') return serveClosed(res)
  return guarded(res, closed, () => servePage(req, res, url))
}

function guarded(res, refusal, next) {
  return refusal ? send(res, 403, { error: refusal }) : next()
}

/** The browser carries the hash over a redirect by itself, so a link to an item arrives at the item. */
function letIn(req, res, url) {
  const cookie = guard.cookieFor(req, url.searchParams.get('token'))
  if (!cookie && APP_TOKEN) return send(res, 403, { error: 'The token is wrong.' })
  url.searchParams.delete('token')
  send(res, 303, undefined, { location: `/${url.search}`, ...(cookie ? { 'set-cookie': cookie } : {}) })
}

function listen(port, serves) {
  const server = createServer((req, res) => {
    route(req, res, serves).catch((error) => {
      console.error(error)
      if (res.headersSent) res.destroy()
      else send(res, 500, { error: 'The board failed at this request; its log says why.' })
    })
  })
  // No WebSocket here: a page of another origin could open one without being asked for its Origin.
  server.on('upgrade', (_req, socket) =>
    socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'),
  )
  return new Promise((resolve) => {
    server.once('error', (error) => stopWith(`Port ${port} cannot be used (${error.code}).`))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

/** A write is never half done here, since it is one step that no signal interrupts; requests under way get a second. */
function shutDown() {
  stream.close()
  let left = servers.length
  for (const server of servers) server.close(() => --left === 0 && process.exit(0))
  setTimeout(() => process.exit(0), 1000).unref()
}

function openOrStop() {
  try {
    return openStore(DATA_DIR)
  } catch (error) {
    return stopWith(error.message)
  }
}

function readPort(name, text) {
  return /^\d{1,5}$/.test(text) && Number(text) < 65536
    ? Number(text)
    : stopWith(`${name} is not a port: ${text}`)
}

function stopWith(message) {
  console.error(`launch-board: ${message}`)
  process.exit(1)
}

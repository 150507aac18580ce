import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { has } from '../lib/exec.mjs'
import { Stop } from '../lib/stop.mjs'
import { bringPackages } from './apt.mjs'

const SCREEN = ['-screen', '0', '1600x1000x24', '-nolisten', 'tcp']

/** Only Linux can be without one. */
const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

/**
 * Somewhere for a window to open: the screen there is, or a virtual one that lives until `close` or our end.
 * @returns {Promise<{virtual: boolean, env: Record<string, string>, close: () => void}>} `env` is for the program
 */
export async function openDisplay(note) {
  if (hasDisplay()) return { virtual: false, env: {}, close: () => {} }
  const found = await Promise.all([has('Xvfb'), has('xkbcomp')])
  if (found.includes(false)) {
    await bringPackages(['xvfb', 'xauth'], 'there is no display and no virtual one (xvfb) either', note)
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-screen-'))
  const authority = path.join(folder, 'Xauthority')
  fs.writeFileSync(authority, cookie(), { mode: 0o600 })
  const server = startServer(authority)
  const close = () => {
    server.stdin.end()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', close)
  return { virtual: true, env: { DISPLAY: `:${await displayNumber(server)}`, XAUTHORITY: authority }, close }
}

/**
 * Not xvfb-run: there Ctrl-C also ends the screen, and a program that loses its screen dies before it has saved.
 * This one is outside our process group and ends when our end of the pipe closes, however that comes about.
 */
function startServer(authority) {
  const script = 'Xvfb -displayfd 3 "$@" & server=$!; exec 3>&-; read -r _; kill $server; wait'
  const args = ['-c', script, 'sh', ...SCREEN, '-auth', authority]
  const server = spawn('sh', args, { detached: true, stdio: ['pipe', 'ignore', 'pipe', 'pipe'] })
  server.stdin.on('error', () => {}) // gone before us
  server.unref()
  for (const stream of [server.stdin, server.stderr, server.stdio[3]]) stream.unref()
  return server
}

/** The server picks a free number itself and tells it when it is ready. */
function displayNumber(server) {
  let errors = ''
  server.stderr.on('data', (text) => (errors += text))
  return new Promise((resolve, reject) => {
    const fail = (what) =>
      reject(new Stop(`the virtual screen ${what}`, { output: errors, hint: 'try: Xvfb :99' }))
    const timer = setTimeout(fail, 20_000, 'did not get ready in 20 s')
    server.on('error', () => fail('could not be started'))
    server.stdio[3]
      .on('data', (text) => resolve(Number.parseInt(text, 10)))
      .on('end', () => fail('ended at once'))
    server.stdio[3].on('close', () => clearTimeout(timer)).on('data', () => clearTimeout(timer))
  })
}

/** An Xauthority file with one secret for any host and display, so that other users cannot look at the screen. */
function cookie() {
  const field = (data) => Buffer.concat([Buffer.from([data.length >> 8, data.length & 255]), data])
  const anyHost = Buffer.from([0xff, 0xff])
  const empty = field(Buffer.alloc(0))
  return Buffer.concat([
    anyHost,
    empty,
    empty,
    field(Buffer.from('MIT-MAGIC-COOKIE-1')),
    field(randomBytes(16)),
  ])
}

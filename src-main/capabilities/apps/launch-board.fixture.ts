// Starts the sample app as a real process for its tests; all of it is gone after each test.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach } from 'vitest'

export const app = join(import.meta.dirname, '../../../resources/workspaces/product-launch/apps/launch-board')
export const run = {
  'x-signalbox-workspace': 'ws-1',
  'x-signalbox-session': 'ses-1',
  'x-signalbox-run': 'run-1',
}
export const json = { 'content-type': 'application/json' }

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

export type Item = { id: string; title: string; [key: string]: unknown }
export type Board = Awaited<ReturnType<typeof startBoard>>
type Env = { PORT?: string; MCP_PORT?: string; APP_TOKEN?: string }

export function newFolder() {
  const dir = mkdtempSync(join(tmpdir(), 'launch-board-'))
  undo.push(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

export async function startBoard(env: Env = {}, dir = join(newFolder(), 'made', 'by the app')) {
  const child = spawn(process.execPath, [join(app, 'server.mjs')], {
    env: { PORT: '0', DATA_DIR: dir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  undo.push(() => end(child, 'SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  const [, page = '', mcp = ''] = /page (\S+)\/ mcp (\S+)/.exec(String(line)) ?? []
  const stop = (signal: NodeJS.Signals) => end(child, signal)
  return { page, mcp, port: Number(new URL(page).port), dir, file: join(dir, 'board.json'), stop }
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return child.exitCode
}

export async function clientOf(board: Board, headers: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(board.mcp), { requestInit: { headers } }))
  undo.push(() => client.close())
  const { tools } = await client.listTools()
  // The client checks each structured result against the output schema that was listed.
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: args })
    const [first] = result.content as { text: string }[]
    return { error: result.isError ? first?.text : undefined, value: result.structuredContent as Item }
  }
  return { client, tools, call }
}

type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

/** Not `fetch`, which would not let us lie about Host and Origin. */
export function ask(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
) {
  const { method = 'GET', headers = {}, body } = options
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false })
    sent.on('error', reject)
    sent.on('response', (res) => {
      let text = ''
      res.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, text }))
    })
    const bytes = Buffer.from(
      body === undefined || typeof body === 'string' ? (body ?? '') : JSON.stringify(body),
    )
    if (bytes.length > 0) sent.setHeader('content-length', bytes.length)
    sent.end(bytes)
  })
}

export const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(url, { method: 'POST', headers: { ...json, ...headers }, body })
export const rpc = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, params })
export const addItem = (title: string) => rpc('tools/call', { name: 'add_item', arguments: { title } })
export const stored = (board: Board) =>
  JSON.parse(readFileSync(board.file, 'utf8')) as { items: Item[]; notice: unknown }

/** Reads the page's stream; `next` resolves to the following board. */
export async function openStream(board: Board) {
  const stop = new AbortController()
  undo.push(() => stop.abort())
  const answer = await fetch(`${board.page}/api/events`, { signal: stop.signal })
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    async next() {
      for (;;) {
        const found = /event: board\ndata: (.*)\n\n/.exec(text)
        if (found) {
          text = text.slice(found.index + found[0].length)
          return JSON.parse(found[1] ?? '') as { items: Item[]; deleted: Item[]; notice: unknown }
        }
        const { value, done } = await reader.read()
        if (done) return null
        text += value
      }
    },
  }
}

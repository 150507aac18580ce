import type { CapabilityState } from '@contract'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type ChildOptions, type Runtime, raise } from '../../kit/index.ts'
import { resolveBinary } from '../binary.ts'
import type { Tool, Unavailable } from '../port.ts'
import { Tail } from '../tail.ts'
import { McpConnection } from './client.ts'
import { StdioTransport } from './stdio.ts'

/** What a server is started or reached with; the author's plan with placeholders already filled. */
export type ServerTarget = { id: string; timeoutMs: number } & (
  | { kind: 'local'; command: string[]; environment: Record<string, string> }
  | { kind: 'remote'; url: string; headers: Record<string, string>; transport: 'auto' | 'http' | 'sse' }
)

export interface ServerStatus {
  id: string
  state: CapabilityState
  detail: string
  tools: number | null
  pid: number | null
}

export interface ServerPort {
  runtime: Runtime
  /** The workspace folder: where a local server runs. */
  root: string
  onChange(status: ServerStatus): void
}

/** One MCP server of a workspace: connected when first needed, and said in words when it cannot be. */
export class McpServer {
  private readonly tail = new Tail(400)
  private opening: Promise<McpConnection> | null = null
  private connection: McpConnection | null = null
  private giveUp = new AbortController()
  private status: ServerStatus

  constructor(
    private readonly target: ServerTarget,
    private readonly port: ServerPort,
  ) {
    this.status = {
      id: target.id,
      state: 'off',
      detail: 'Starts with the first run that needs it',
      tools: null,
      pid: null,
    }
  }

  get current(): ServerStatus {
    return this.status
  }

  /** Its tools, connecting first where needed; each attempt has the server's own deadline. */
  async tools(): Promise<Tool[] | Unavailable> {
    try {
      this.opening ??= this.open()
      const connection = await this.opening
      return connection.toolsAs(this.target.id, `mcp:${this.target.id}`, {
        kind: 'mcp',
        server: this.target.id,
      })
    } catch (error) {
      this.opening = null
      const detail = this.explain(error)
      this.set({ state: 'failed', detail, tools: null, pid: null })
      return { reason: 'server_unavailable', detail }
    }
  }

  log(): string {
    return this.tail.text()
  }

  async close(): Promise<void> {
    this.giveUp.abort()
    this.giveUp = new AbortController()
    const connection = this.connection ?? (await this.opening?.catch(() => null))
    this.opening = null
    this.connection = null
    await connection?.close()
    this.set({ state: 'off', detail: 'Stopped', tools: null, pid: null })
  }

  private async open(): Promise<McpConnection> {
    this.set({ state: 'starting', detail: 'Connecting', tools: null, pid: null })
    const connection = await this.connect()
    this.connection = connection
    this.set({ state: 'ready', detail: '', tools: connection.tools.length })
    return connection
  }

  private async connect(): Promise<McpConnection> {
    const closed = () => {
      this.connection = null
      this.opening = null
      this.set({
        state: 'failed',
        detail: this.explain(new Error('the connection closed')),
        tools: null,
        pid: null,
      })
    }
    const { target } = this
    const { signal } = this.giveUp
    const open = (transport: Transport) => McpConnection.open(transport, target.timeoutMs, closed, signal)
    if (target.kind === 'local') return open(await this.stdio(target))
    const init = { requestInit: { headers: target.headers } }
    const http = () => new StreamableHTTPClientTransport(new URL(target.url), init) as Transport
    const sse = () => new SSEClientTransport(new URL(target.url), init) as Transport
    if (target.transport === 'sse') return open(sse())
    try {
      return await open(http())
    } catch (error) {
      if (target.transport === 'http' || !refusesStreamable(error)) throw error
      return open(sse())
    }
  }

  private async stdio(target: Extract<ServerTarget, { kind: 'local' }>): Promise<Transport> {
    const [name = '', ...args] = target.command
    const binary = await resolveBinary(name, this.port.root, this.port.runtime)
    if (!binary.found) {
      throw raise({
        owner: 'capability',
        code: 'binary_missing',
        message: `"${name}" was not found; looked in ${binary.looked.join(', ')}`,
      })
    }
    const options: ChildOptions = {
      command: binary.command,
      args,
      cwd: this.port.root,
      env: { ...binary.env, ...target.environment },
    }
    return new StdioTransport(this.port.runtime, options, {
      onLine: (text, from) => this.tail.add(from === 'stdout' ? `(not a message) ${text}` : text),
      onStarted: (pid) => this.set({ pid }),
    })
  }

  private explain(error: unknown): string {
    const message = error instanceof Error ? error.message.replace(/^binary_missing: /, '') : String(error)
    const said = this.tail.lastLines(3)
    return said ? `${message}. It said: ${said}` : message
  }

  private set(change: Partial<ServerStatus>): void {
    this.status = { ...this.status, ...change }
    this.port.onChange(this.status)
  }
}

/** A server that speaks only the older transport answers the newer one's POST with 4xx. */
function refusesStreamable(error: unknown): boolean {
  const code = error && typeof error === 'object' && 'code' in error ? error.code : undefined
  return typeof code === 'number' && code >= 400 && code < 500 && code !== 401 && code !== 403
}

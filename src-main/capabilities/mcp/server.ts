import type { CapabilityState } from '@contract'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type ChildOptions, type Runtime, raise } from '../../kit/index.ts'
import { refused } from '../answer.ts'
import { resolveBinary } from '../binary.ts'
import { ChangedError, checkStart, type MayStart } from '../changed.ts'
import type { HeldTools, HolderPort, Unavailable } from '../port.ts'
import { Tail } from '../tail.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { McpConnection, type Reach, toolsOf } from './client.ts'
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
  /** Asked right before each start or connection; a string is why not, and it becomes `changed`. */
  mayStart?: MayStart
  onChange(status: ServerStatus): void
}

/** One MCP server of a workspace: connected when first needed, and said in words when it cannot be. */
export class McpServer {
  private readonly tail = new Tail(400)
  private readonly holders = new Set<HolderPort>()
  private opening: Promise<McpConnection> | null = null
  private giveUp = new AbortController()
  private retired = false
  private toldChanged = false
  private status: ServerStatus

  constructor(
    private readonly target: ServerTarget,
    private readonly port: ServerPort,
  ) {
    const detail = 'Starts with the first run that needs it'
    this.status = { id: target.id, state: 'off', detail, tools: null, pid: null }
  }

  get current(): ServerStatus {
    return this.status
  }

  /** Its tools for one run, connecting first where needed; each attempt has the server's own deadline. */
  async hold(holder: HolderPort): Promise<HeldTools | Unavailable> {
    const { id } = this.target
    this.holders.add(holder)
    const release = async () => {
      this.holders.delete(holder)
      if (this.retired) await this.retire()
    }
    try {
      const { tools } = await this.connected()
      const reach: Reach = () => this.connected().catch((error: unknown) => this.lostFor(error))
      return { tools: toolsOf(tools, id, `mcp:${id}`, { kind: 'mcp', server: id }, reach), release }
    } catch (error) {
      await release()
      return { reason: reasonOf(error), detail: this.explain(error) }
    }
  }

  log(): string {
    return this.tail.text()
  }

  /** Ends when no run holds it any more: at once, or with the last of them. */
  async retire(): Promise<void> {
    this.retired = true
    if (this.holders.size === 0) await this.close()
  }

  async close(): Promise<void> {
    this.giveUp.abort()
    this.giveUp = new AbortController()
    const connection = await this.opening?.catch(() => null)
    this.opening = null
    await connection?.close()
    if (this.status.state !== 'off') this.set({ state: 'off', detail: 'Stopped', tools: null, pid: null })
  }

  /** The connection there is, or a new one. Many who ask at once wait for the same. */
  private connected(): Promise<McpConnection> {
    this.opening ??= this.open().catch((error: unknown) => {
      this.opening = null
      const state = error instanceof ChangedError ? 'changed' : 'failed'
      this.set({ state, detail: this.explain(error), tools: null, pid: null })
      throw error
    })
    return this.opening
  }

  private async open(): Promise<McpConnection> {
    const wasLost = this.status.state === 'failed' || this.status.state === 'changed'
    this.set({ state: 'starting', detail: 'Connecting', tools: null, pid: null })
    const connection = await this.connect()
    this.toldChanged = false
    this.set({ state: 'ready', detail: '', tools: connection.tools.length })
    if (wasLost) for (const holder of this.holders) holder.onBack()
    return connection
  }

  private lost(): void {
    this.opening = null
    const detail = this.explain(new Error('the connection closed'))
    this.set({ state: 'failed', detail, tools: null, pid: null })
    for (const holder of this.holders) holder.onLost({ reason: 'server_unavailable', detail })
  }

  /** A call found it gone, and it did not come back. That it may not is a fact for the runs that hold it, told once. */
  private lostFor(error: unknown) {
    const { id } = this.target
    if (error instanceof ChangedError && !this.toldChanged) {
      this.toldChanged = true
      for (const holder of this.holders) holder.onLost({ reason: 'changed', detail: error.message })
    }
    return refused({
      code: reasonOf(error),
      message: `${id} could not be reached: ${this.explain(error)}`,
      retry: 'later',
    })
  }

  private async connect(): Promise<McpConnection> {
    const { target } = this
    const { signal } = this.giveUp
    await checkStart(this.port)
    signal.throwIfAborted()
    const open = (transport: Transport) =>
      McpConnection.open(transport, target.timeoutMs, () => this.lost(), signal)
    if (target.kind === 'local') return open(await this.stdio(target))
    const init = { requestInit: { headers: target.headers }, fetch: boundedFetch }
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
    if (error instanceof ChangedError) return error.message
    const message = error instanceof Error ? error.message.replace(/^binary_missing: /, '') : String(error)
    const said = this.tail.lastLines(3)
    return said ? `${message}. It said: ${said}` : message
  }

  private set(change: Partial<ServerStatus>): void {
    this.status = { ...this.status, ...change }
    this.port.onChange(this.status)
  }
}

const reasonOf = (error: unknown) =>
  error instanceof ChangedError ? ('changed' as const) : ('server_unavailable' as const)

/** A server that speaks only the older transport answers the newer one's POST with 4xx. */
function refusesStreamable(error: unknown): boolean {
  const code = error && typeof error === 'object' && 'code' in error ? error.code : undefined
  return typeof code === 'number' && code >= 400 && code < 500 && code !== 401 && code !== 403
}

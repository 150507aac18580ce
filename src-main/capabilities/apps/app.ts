import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Child } from '../../kit/index.ts'
import { McpConnection } from '../mcp/client.ts'
import type { Tool, Unavailable } from '../port.ts'
import { Tail } from '../tail.ts'
import { watchHealth } from './health.ts'
import { type Launched, launchApp } from './launch.ts'
import { type AppCaller, type AppManifest, type AppPort, type AppStatus, messageOf } from './manifest.ts'

const maxRestarts = 5

/** One managed app: its process, its health, its MCP endpoint and the address of its page. */
export class App {
  private readonly tail = new Tail(400)
  private status: AppStatus
  private starting: Promise<Launched> | null = null
  private child: Child | null = null
  private launched: Launched | null = null
  private restarts = 0
  private wanted = false

  constructor(
    private readonly manifest: AppManifest,
    private readonly port: AppPort,
  ) {
    const detail = 'Starts when it is needed'
    this.status = { id: manifest.id, state: 'off', detail, port: null, pid: null, tools: null }
  }

  get current(): AppStatus {
    return this.status
  }

  log(): string {
    return this.tail.text()
  }

  /** Resolves when it is ready; rejects with the reason in words when it cannot be. */
  async start(): Promise<Launched> {
    this.wanted = true
    if (this.launched && this.status.state === 'ready') return this.launched
    this.starting ??= this.launch().finally(() => {
      this.starting = null
    })
    return this.starting
  }

  async stop(): Promise<void> {
    this.wanted = false
    await this.child?.stop()
    await this.starting?.catch(() => {})
    this.set({ state: 'off', detail: 'Stopped', port: null, pid: null })
  }

  /** Its tools for one run, over a connection that carries the run's headers. `close` when the run ends. */
  async connect(caller: AppCaller): Promise<{ tools: Tool[]; close(): Promise<void> } | Unavailable> {
    let launched: Launched
    try {
      launched = await this.start()
    } catch (error) {
      return { reason: 'app_not_running', detail: messageOf(error) }
    }
    try {
      const connection = await McpConnection.open(this.transport(launched, caller), 10_000, () => {})
      this.set({ tools: connection.tools.length })
      const { id } = this.manifest
      const tools = connection.toolsAs(id, `app:${id}`, { kind: 'app', app: id })
      return { tools, close: () => connection.close() }
    } catch (error) {
      return { reason: 'app_unhealthy', detail: `Its MCP endpoint did not answer: ${messageOf(error)}` }
    }
  }

  /** The address of its page at `route`; the token in it is for this launch and the app trades it for a cookie. */
  async pageUrl(route: string): Promise<string> {
    if (!this.manifest.ui) throw new Error(`${this.manifest.id} has no page.`)
    const { pagePort, token } = await this.start()
    const url = new URL(route.startsWith('/') ? route : `/${route}`, `http://127.0.0.1:${pagePort}`)
    url.searchParams.set('token', token)
    return url.href
  }

  private transport({ mcpPort, token }: Launched, caller: AppCaller): Transport {
    const { mcp } = this.manifest
    const url = new URL(mcp.path, `http://127.0.0.1:${mcpPort}`)
    const headers = {
      authorization: `Bearer ${token}`,
      'x-signalbox-workspace': caller.workspaceId,
      'x-signalbox-session': caller.sessionId,
      'x-signalbox-run': caller.runId,
      'x-signalbox-run-title': encodeURIComponent(caller.title),
    }
    const init = { requestInit: { headers } }
    const Kind = mcp.transport === 'http' ? StreamableHTTPClientTransport : SSEClientTransport
    return new Kind(url, init) as Transport
  }

  private async launch(): Promise<Launched> {
    // One that runs and does not answer gives way to a fresh one.
    await this.child?.stop()
    try {
      const launched = await launchApp(this.manifest, this.port, this.tail, {
        onStep: (state, detail) => this.set({ state, detail }),
        onChild: (child, pid) => {
          this.child = child
          this.set({ pid })
        },
      })
      this.launched = launched
      this.set({ state: 'ready', detail: '', port: launched.pagePort })
      this.watch(launched)
      return launched
    } catch (error) {
      await this.child?.stop()
      this.child = null
      this.set({ state: 'failed', detail: this.explain(messageOf(error)), port: null, pid: null })
      throw new Error(this.status.detail)
    }
  }

  /** While it runs: health on its interval, and a restart with growing pauses when it ends by itself. */
  private watch({ child, healthUrl }: Launched): void {
    const { intervalMs, path: route } = this.manifest.health
    const stopWatching = watchHealth(this.port.clock, intervalMs, healthUrl, (healthy) => {
      const state = healthy ? 'ready' : 'unhealthy'
      if (healthy) this.restarts = 0
      if (state !== this.status.state) this.set({ state, detail: healthy ? '' : `${route} does not answer` })
    })
    void child.ended.then(({ code }) => {
      stopWatching()
      if (this.child !== child) return
      this.child = null
      this.launched = null
      if (this.wanted) this.restart(code)
    })
  }

  private restart(code: number | null): void {
    if (this.restarts >= maxRestarts) {
      const detail = this.explain(`It ended ${maxRestarts + 1} times, last with code ${code}.`)
      this.set({ state: 'failed', detail, port: null, pid: null })
      return
    }
    const pause = 500 * 2 ** this.restarts++
    this.set({ state: 'unhealthy', detail: `It ended with code ${code}; starting again`, pid: null })
    this.port.clock.after(pause, () => {
      // A failing start has set the state and its reason; there is nobody to tell twice.
      if (this.wanted && !this.child) void this.start().catch(() => {})
    })
  }

  private explain(message: string): string {
    const said = this.tail.lastLines(3)
    return said ? `${message} It said: ${said}` : message
  }

  private set(change: Partial<AppStatus>): void {
    this.status = { ...this.status, ...change }
    this.port.onChange(this.status)
  }
}

import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Child } from '../../kit/index.ts'
import { refused } from '../answer.ts'
import { ChangedError } from '../changed.ts'
import { boundedFetch } from '../mcp/bounded-fetch.ts'
import { McpConnection, toolsOf } from '../mcp/client.ts'
import type { HeldTools, HolderPort, ToolAnswer, Unavailable } from '../port.ts'
import { Tail } from '../tail.ts'
import { watchHealth } from './health.ts'
import { type Launched, launchApp } from './launch.ts'
import { type AppCaller, type AppManifest, type AppPort, type AppStatus, messageOf } from './manifest.ts'

const maxRestarts = 5

/** One managed app: its process, its health, its MCP endpoint and the address of its page. */
export class App {
  private readonly tail = new Tail(400)
  private readonly holders = new Set<HolderPort>()
  private status: AppStatus
  private starting: Promise<Launched> | null = null
  private child: Child | null = null
  private launched: Launched | null = null
  private giveUp = new AbortController()
  private restarts = 0
  private wanted = false

  constructor(
    private manifest: AppManifest,
    private readonly port: AppPort,
  ) {
    const detail = 'Starts when it is needed'
    this.status = { id: manifest.id, state: 'off', detail, port: null, pid: null, tools: null }
  }

  get current(): AppStatus {
    return this.status
  }

  /** A run holds its tools: it is not to be replaced now. */
  get isHeld(): boolean {
    return this.holders.size > 0
  }

  log(): string {
    return this.tail.text()
  }

  /** Takes what may change while it runs: how its page is addressed. */
  describe(manifest: AppManifest): void {
    this.manifest = { ...this.manifest, ui: manifest.ui }
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
    this.giveUp.abort()
    this.giveUp = new AbortController()
    await this.child?.stop()
    await this.starting?.catch(() => {})
    this.launched = null
    if (this.status.state !== 'off') this.set({ state: 'off', detail: 'Stopped', port: null, pid: null })
  }

  /** Its tools for one run, over a connection that carries the run's headers and follows the app over a restart. */
  async hold(caller: AppCaller, holder: HolderPort): Promise<HeldTools | Unavailable> {
    this.holders.add(holder)
    const link = new RunLink((launched) =>
      McpConnection.open(this.transport(launched, caller), 10_000, () => {}),
    )
    const release = async () => {
      this.holders.delete(holder)
      await link.close()
    }
    let launched: Launched
    try {
      launched = await this.start()
    } catch (error) {
      await release()
      return { reason: reasonOf(error), detail: messageOf(error) }
    }
    try {
      const { tools } = await link.to(launched)
      const { id } = this.manifest
      this.set({ tools: tools.length })
      return {
        tools: toolsOf(tools, id, `app:${id}`, { kind: 'app', app: id }, () => this.reach(link)),
        release,
      }
    } catch (error) {
      await release()
      return { reason: 'app_unhealthy', detail: `Its MCP endpoint did not answer: ${messageOf(error)}` }
    }
  }

  /** The address of its page at `route`; the token in it is for this launch and the app trades it for a cookie. */
  async pageUrl(route: string): Promise<string> {
    if (!this.manifest.ui) throw new Error(`${this.manifest.id} has no page.`)
    const { pagePort, token } = await this.start()
    const base = `http://127.0.0.1:${pagePort}`
    const url = URL.canParse(route, base) ? new URL(route, base) : null
    // `//host` and `/\host` lead elsewhere, and the token with them.
    if (!url || url.origin !== base) throw new Error(`The route "${route}" leads out of the app.`)
    url.searchParams.set('token', token)
    return url.href
  }

  /** The app was stopped by hand: a call does not start it again behind the operator's back. */
  private async reach(link: RunLink): Promise<McpConnection | ToolAnswer> {
    const { id } = this.manifest
    if (!this.wanted)
      return refused({ code: 'app_not_running', message: `${id} was stopped.`, retry: 'later' })
    try {
      return await link.to(await this.start())
    } catch (error) {
      return refused({
        code: reasonOf(error),
        message: `${id} could not be reached: ${messageOf(error)}`,
        retry: 'later',
      })
    }
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
    const init = { requestInit: { headers }, fetch: boundedFetch }
    const Kind = mcp.transport === 'http' ? StreamableHTTPClientTransport : SSEClientTransport
    return new Kind(url, init) as Transport
  }

  private async launch(): Promise<Launched> {
    const { signal } = this.giveUp
    // One that runs and does not answer gives way to a fresh one.
    await this.child?.stop()
    try {
      signal.throwIfAborted()
      const listener = {
        onStep: (state: 'setting_up' | 'starting', detail: string) => this.set({ state, detail }),
        onChild: (child: Child) => {
          this.child = child
        },
        onPid: (pid: number) => this.set({ pid }),
      }
      const launched = await launchApp(this.manifest, this.port, this.tail, listener, signal)
      const isBack = this.launched === null && this.restarts > 0
      this.launched = launched
      this.set({ state: 'ready', detail: '', port: launched.pagePort })
      if (isBack) for (const holder of this.holders) holder.onBack()
      this.watch(launched)
      return launched
    } catch (error) {
      await this.child?.stop()
      this.child = null
      const isChanged = error instanceof ChangedError
      const detail = signal.aborted
        ? 'It was stopped.'
        : isChanged
          ? error.message
          : this.explain(messageOf(error))
      const state = signal.aborted ? 'off' : isChanged ? 'changed' : 'failed'
      this.set({ state, detail, port: null, pid: null })
      throw isChanged ? error : new Error(detail)
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
    const why = { reason: 'app_not_running' as const, detail: `It ended with code ${code}` }
    for (const holder of this.holders) holder.onLost(why)
    if (this.restarts >= maxRestarts) {
      const detail = this.explain(`It ended ${maxRestarts + 1} times, last with code ${code}.`)
      this.set({ state: 'failed', detail, port: null, pid: null })
      return
    }
    const pause = 500 * 2 ** this.restarts++
    this.set({ state: 'unhealthy', detail: `${why.detail}; starting again`, pid: null })
    this.port.clock.after(pause, () => {
      if (this.wanted && !this.child)
        void this.start().catch((error: unknown) => this.startAgainFailed(error))
    })
  }

  /** A failing start has set the state and its reason; holders know that it is lost, and not yet that it stays so. */
  private startAgainFailed(error: unknown): void {
    if (!(error instanceof ChangedError)) return
    for (const holder of this.holders) holder.onLost({ reason: 'changed', detail: error.message })
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

const reasonOf = (error: unknown) =>
  error instanceof ChangedError ? ('changed' as const) : ('app_not_running' as const)

/** A run's own connection to an app: made anew when the app was launched anew, since the token is another one then. */
class RunLink {
  private current: { launched: Launched; connection: Promise<McpConnection> } | null = null

  constructor(private readonly open: (launched: Launched) => Promise<McpConnection>) {}

  to(launched: Launched): Promise<McpConnection> {
    if (this.current?.launched !== launched) {
      void this.close()
      const connection = this.open(launched)
      this.current = { launched, connection }
      connection.catch(() => {
        if (this.current?.connection === connection) this.current = null
      })
    }
    return this.current?.connection ?? Promise.reject(new Error('the connection was closed'))
  }

  async close(): Promise<void> {
    const old = this.current
    this.current = null
    const connection = await old?.connection.catch(() => null)
    await connection?.close().catch(() => {})
  }
}

import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import { type Child, type ChildOptions, type Runtime, readLines, startChild } from '../../kit/index.ts'

export interface StdioListener {
  /** A line of stderr, or of stdout that is not a message. Must not throw. */
  onLine(text: string, from: 'stderr' | 'stdout'): void
  onStarted(pid: number): void
}

/**
 * MCP over a child's stdin and stdout, like the SDK's own transport, but under the keeper and without its two traps:
 * text that is not JSON-RPC is told and skipped, and one long message does not end the connection.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  private child: Child | null = null

  constructor(
    private readonly runtime: Runtime,
    private readonly options: ChildOptions,
    private readonly listener: StdioListener,
  ) {}

  async start(): Promise<void> {
    const child = startChild(this.runtime, this.options)
    this.child = child
    readLines(child.stdout, {
      line: (text) => this.take(text),
      // Whose answer it was cannot be told any more: the connection ends, so that no call waits for it.
      tooLong: () => this.give(new Error('it sent a message over 32 MiB')),
    })
    readLines(child.stderr, { line: (text) => this.listener.onLine(text, 'stderr') }, 64 * 1024)
    void child.ended.then(({ code }) => {
      if (code !== 0) this.onerror?.(new Error(`the process ended with code ${code}`))
      this.onclose?.()
    })
    this.listener.onStarted(await child.started)
  }

  private give(error: Error): void {
    this.listener.onLine(error.message, 'stdout')
    this.onerror?.(error)
    void this.child?.stop()
  }

  private take(line: string): void {
    if (line.trim() === '') return
    let parsed: unknown
    try {
      parsed = JSON.parse(line)
    } catch {
      this.listener.onLine(line, 'stdout')
      return
    }
    const message = JSONRPCMessageSchema.safeParse(parsed)
    if (message.success) this.onmessage?.(message.data)
    else this.listener.onLine(line, 'stdout')
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      if (!this.child) return reject(new Error('not connected'))
      this.child.stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()))
    })
  }

  async close(): Promise<void> {
    await this.child?.stop()
  }
}

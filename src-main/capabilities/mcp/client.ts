import type { Json, JsonObject, ToolFamily, ToolSource } from '@contract'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  type CallToolResult,
  ErrorCode,
  McpError,
  type Tool as McpTool,
} from '@modelcontextprotocol/sdk/types.js'
import { refused } from '../answer.ts'
import type { CallContext, Tool, ToolAnswer } from '../port.ts'

const maxPages = 50
const callTimeoutMs = 10 * 60_000

/** One connection to one MCP server, over whatever transport. The only file that knows the SDK's client. */
export class McpConnection {
  private constructor(
    private readonly client: Client,
    readonly tools: McpTool[],
  ) {}

  /**
   * Connects and lists the tools. Rejects with the SDK's error, after `timeoutMs`, or when `signal` is aborted; then
   * nothing is left open. `onClose` fires when the connection ends by itself, never after `close`.
   */
  static async open(
    transport: Transport,
    timeoutMs: number,
    onClose: () => void,
    signal?: AbortSignal,
  ): Promise<McpConnection> {
    const client = new Client({ name: 'signalbox', version: '0.1.0' }, { capabilities: {} })
    const giveUp = () => void transport.close().catch(() => {})
    signal?.addEventListener('abort', giveUp, { once: true })
    try {
      signal?.throwIfAborted()
      await client.connect(transport, { timeout: timeoutMs })
      const tools = client.getServerCapabilities()?.tools ? await listAll(client, timeoutMs) : []
      client.onclose = onClose
      return new McpConnection(client, tools)
    } catch (error) {
      await transport.close().catch(() => {})
      throw error
    } finally {
      signal?.removeEventListener('abort', giveUp)
    }
  }

  async call(name: string, args: JsonObject, context: CallContext): Promise<ToolAnswer> {
    try {
      const result = (await this.client.callTool({ name, arguments: args }, undefined, {
        signal: context.signal,
        timeout: callTimeoutMs,
        onprogress: (progress) => {
          if (progress.message) context.onOutput(`${progress.message}\n`)
        },
        resetTimeoutOnProgress: true,
      })) as CallToolResult
      return answerOf(name, result)
    } catch (error) {
      const timedOut = error instanceof McpError && error.code === ErrorCode.RequestTimeout
      const message = error instanceof Error ? error.message : String(error)
      return refused({
        code: timedOut ? 'tool_timeout' : 'tool_failed',
        message: `Called ${name}: ${message}`,
        retry: 'later',
      })
    }
  }

  async close(): Promise<void> {
    delete this.client.onclose
    await this.client.close()
  }
}

/** How a tool reaches the connection of the moment: one that died is opened again, or the reason is the answer. */
export type Reach = () => Promise<McpConnection | ToolAnswer>

/** The listed tools as ours. `prefix` is the server or app id. */
export function toolsOf(
  listed: McpTool[],
  prefix: string,
  family: ToolFamily,
  source: ToolSource,
  reach: Reach,
): Tool[] {
  return listed.map((tool) => ({
    id: `${prefix}.${tool.name}`,
    name: tool.name,
    family,
    source,
    description: tool.description ?? '',
    schema: tool.inputSchema as unknown as JsonObject,
    readOnly: tool.annotations?.readOnlyHint === true,
    idempotent: tool.annotations?.idempotentHint === true || tool.annotations?.readOnlyHint === true,
    async call(args, context) {
      const reached = await reach()
      return reached instanceof McpConnection ? reached.call(tool.name, args, context) : reached
    },
  }))
}

async function listAll(client: Client, timeout: number): Promise<McpTool[]> {
  const tools: McpTool[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const answer = await client.listTools(cursor ? { cursor } : {}, { timeout })
    tools.push(...answer.tools)
    if (!answer.nextCursor || answer.nextCursor === cursor) break
    cursor = answer.nextCursor
  }
  return tools
}

function answerOf(name: string, result: CallToolResult): ToolAnswer {
  const text = (result.content ?? []).map(textOf).join('\n')
  if (result.isError)
    return refused({ code: 'tool_error', message: text || `${name} failed without saying why.` })
  const structured = result.structuredContent as Json | undefined
  return { ok: true, value: structured ?? text, text: text || JSON.stringify(structured ?? null) }
}

function textOf(part: NonNullable<CallToolResult['content']>[number]): string {
  if (part.type === 'text') return part.text
  if (part.type === 'resource')
    return 'text' in part.resource ? part.resource.text : `[resource ${part.resource.uri}]`
  if (part.type === 'resource_link') return `[${part.name}](${part.uri})`
  return `[${part.type}, ${part.mimeType}]`
}

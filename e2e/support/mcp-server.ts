/**
 * The text of a small real MCP server over stdio, in plain Node: each tool answers with its own name. A tool called
 * `hold` answers once the workspace has a file `release`.
 */
export function mcpServer(tools: string[]): string {
  return `import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'

const tools = ${JSON.stringify(tools)}.map((name) => ({
  name,
  description: 'Answers with its own name: ' + name,
  inputSchema: { type: 'object', properties: {} },
}))
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'small', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': async ({ name }) => {
    while (name === 'hold' && !existsSync('release')) await setTimeout(20)
    return { content: [{ type: 'text', text: name }] }
  },
  ping: () => ({}),
}
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const answer = answers[method]
  const said = answer ? { result: await answer(params ?? {}) } : { error: { code: -32601, message: method } }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...said }) + '\\n')
}
`
}

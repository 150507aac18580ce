// MCP over streamable HTTP, the stateless part of it: one POST, one JSON answer. No session, no stream from the server.
import { readJson, send } from './http.mjs'
import { callTool, toolList } from './tools.mjs'

const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const serverInfo = { name: 'launch-board', title: 'Launch board', version: '1.0.0' }
const instructions =
  'A board with the columns planned, doing and done for one product launch. Keep one item per piece of work; link what a run wrote with link_output.'

export function makeMcp(store) {
  return async function handleMcp(req, res) {
    if (req.method !== 'POST')
      return send(res, 405, { error: 'This endpoint takes POST only.' }, { allow: 'POST' })
    const version = req.headers['mcp-protocol-version']
    if (version && !versions.includes(version))
      return send(res, 400, failure(null, -32600, `Protocol version ${version} is not supported.`))
    const body = await readJson(req)
    if (body.error) return send(res, body.status, failure(null, -32700, body.error))

    const by = originOf(req.headers)
    if (!Array.isArray(body.value)) {
      const answer = answerTo(body.value, store, by)
      return answer ? send(res, 200, answer) : send(res, 202)
    }
    // Clients of protocol 2025-03-26 may send a batch.
    if (body.value.length === 0 || body.value.length > 50)
      return send(res, 400, failure(null, -32600, 'A batch has 1 to 50 messages.'))
    const answers = body.value.map((message) => answerTo(message, store, by)).filter(Boolean)
    return answers.length > 0 ? send(res, 200, answers) : send(res, 202)
  }
}

/** Returns null where nothing is to be answered: a notification, or an answer to a question we never asked. */
function answerTo(message, store, by) {
  if (message?.jsonrpc !== '2.0') return failure(null, -32600, 'Not a JSON-RPC 2.0 message.')
  const { id, method, params } = message
  if (typeof method !== 'string')
    return 'result' in message || 'error' in message ? null : failure(id ?? null, -32600, 'method: missing.')
  if (id === undefined) return null
  if (typeof id !== 'string' && typeof id !== 'number')
    return failure(null, -32600, 'id: must be a string or a number.')

  switch (method) {
    case 'initialize': {
      const asked = params?.protocolVersion
      const protocolVersion = versions.includes(asked) ? asked : versions[0]
      return success(id, { protocolVersion, capabilities: { tools: {} }, serverInfo, instructions })
    }
    case 'ping':
      return success(id, {})
    case 'tools/list':
      return success(id, { tools: toolList })
    case 'tools/call': {
      const result = callTool(store, params?.name, params?.arguments ?? {}, by)
      return result ? success(id, result) : failure(id, -32602, `Unknown tool: ${params?.name}`)
    }
    default:
      return failure(id, -32601, `Unknown method: ${method}`)
  }
}

/** Which run is calling. The runtime sets these headers; a value of another shape is left out rather than stored. */
function originOf(headers) {
  const by = {}
  for (const [key, header] of Object.entries({
    workspaceId: 'x-signalbox-workspace',
    sessionId: 'x-signalbox-session',
    runId: 'x-signalbox-run',
  })) {
    if (/^[\w.:-]{1,128}$/.test(headers[header] ?? '')) by[key] = headers[header]
  }
  // The title is percent-encoded, since a header holds no other script than Latin.
  const title = decode(headers['x-signalbox-run-title']).replace(/\s+/g, ' ').trim().slice(0, 120)
  return title ? { ...by, runTitle: title } : by
}

function decode(text = '') {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

const success = (id, result) => ({ jsonrpc: '2.0', id, result })
const failure = (id, code, message) => ({ jsonrpc: '2.0', id, error: { code, message } })

// press-kit: an MCP server over stdio. It gives the facts of the product and checks a text against the style list.
// Node only. One JSON-RPC message per line; stdout is the protocol, stderr the log.
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const workspace = realpathSync(join(dirname(fileURLToPath(import.meta.url)), '..'))
const kitFile = 'knowledge/press-kit.json'
const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const maxText = 200_000

const string = { type: 'string' }
const integer = { type: 'integer' }
const reads = { readOnlyHint: true, openWorldHint: false }
const fact = {
  type: 'object',
  properties: { id: string, topic: string, text: string, see: string },
  required: ['id', 'topic', 'text'],
}
const finding = {
  type: 'object',
  properties: { line: integer, column: integer, found: string, why: string, instead: string },
  required: ['line', 'column', 'found', 'why'],
}

const tools = {
  get_facts: {
    title: 'Get facts',
    description:
      'Returns what may be said about the product, of one topic or of all. `text` is the same as a Markdown list.',
    inputSchema: object({ topic: { ...string, description: 'One of the topics; without it, all of them.' } }),
    outputSchema: {
      type: 'object',
      properties: {
        product: string,
        topics: { type: 'array', items: string },
        facts: { type: 'array', items: fact },
        text: string,
      },
      required: ['product', 'topics', 'facts', 'text'],
    },
    annotations: { title: 'Get facts', ...reads },
    run: getFacts,
  },
  check_claims: {
    title: 'Check claims',
    description:
      'Finds words and claims in a text that the style list does not allow. Give the text, or the path of a file in the workspace.',
    inputSchema: object({
      text: { ...string, maxLength: maxText, description: 'The text to check.' },
      path: { ...string, maxLength: 1000, description: 'A text file in the workspace, like brief.md.' },
    }),
    outputSchema: {
      type: 'object',
      properties: {
        ok: { type: 'boolean' },
        findings: { type: 'array', items: finding },
        rules: integer,
        summary: string,
      },
      required: ['ok', 'findings', 'rules', 'summary'],
    },
    annotations: { title: 'Check claims', ...reads },
    run: checkClaims,
  },
}

function getFacts({ topic }) {
  const kit = readKit()
  const topics = [...new Set(kit.facts.map((one) => one.topic))]
  if (topic !== undefined && !topics.includes(topic))
    throw new Refusal(`topic: there is no ${topic}. Topics: ${topics.join(', ')}.`)
  const facts = kit.facts.filter((one) => topic === undefined || one.topic === topic)
  return { product: kit.product, topics, facts, text: facts.map((one) => `- ${one.text}`).join('\n') }
}

function checkClaims({ text, path }) {
  if ((text === undefined) === (path === undefined)) throw new Refusal('Give either text or path.')
  const { words, claims } = readKit().style
  const rules = [...words.map((rule) => ({ ...rule, pattern: wholeWord(rule.word) })), ...claims]
  const checked = text ?? readText(path)
  const findings = rules
    .flatMap((rule) =>
      [...checked.matchAll(new RegExp(rule.pattern, 'giu'))].map((match) => toFinding(checked, match, rule)),
    )
    .sort((left, right) => left.line - right.line || left.column - right.column)
  const what = path ?? 'the text'
  const lines = findings.map(
    (one) => `- line ${one.line}, “${one.found}”: ${one.why}${one.instead ? ` Instead: ${one.instead}` : ''}`,
  )
  const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`
  const summary =
    findings.length === 0
      ? `No finding in ${what}; ${rules.length} rules checked.`
      : `${count} in ${what}; ${rules.length} rules checked.\n${lines.join('\n')}`
  return { ok: findings.length === 0, findings, rules: rules.length, summary }
}

function toFinding(text, match, { why, instead }) {
  const before = text.slice(0, match.index).split('\n')
  return {
    line: before.length,
    column: before.at(-1).length + 1,
    found: match[0],
    why,
    ...(instead ? { instead } : {}),
  }
}

/** `\b` knows only Latin letters; this holds for every script. A space in the word stands for any white space. */
function wholeWord(word) {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/ /g, '\\s+')
  return `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`
}

/** Read at every call: an edit of the list holds at once. */
function readKit() {
  try {
    return JSON.parse(readFileSync(join(workspace, kitFile), 'utf8'))
  } catch (error) {
    throw new Refusal(`${kitFile} cannot be read: ${error.message}`)
  }
}

function readText(path) {
  let file
  try {
    file = realpathSync(resolve(workspace, path))
  } catch {
    throw new Refusal(`path: there is no file ${path} in the workspace.`)
  }
  // After the links are followed, so that a link cannot lead out.
  if (relative(workspace, file).split(sep)[0] === '..' || !file.startsWith(workspace + sep))
    throw new Refusal('path: must lie in the workspace.')
  if (!/\.(md|txt)$/i.test(file)) throw new Refusal('path: only .md and .txt files are checked.')
  const text = readFileSync(file, 'utf8')
  if (text.length > maxText) throw new Refusal(`path: over ${maxText} characters; check it in parts.`)
  return text
}

class Refusal extends Error {}

function object(properties) {
  return { type: 'object', properties, additionalProperties: false }
}

/** Bad input is a result and not a protocol error: the agent can read it and correct the call. */
function call(tool, args) {
  try {
    const known = Object.keys(tool.inputSchema.properties)
    for (const [key, value] of Object.entries(args)) {
      if (!known.includes(key)) throw new Refusal(`${key}: unknown. Known: ${known.join(', ')}.`)
      if (typeof value !== 'string') throw new Refusal(`${key}: must be a string.`)
      if (value.length > (tool.inputSchema.properties[key].maxLength ?? 1000))
        throw new Refusal(`${key}: too long.`)
    }
    const result = tool.run(args)
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }
  } catch (error) {
    if (!(error instanceof Refusal)) console.error(error)
    return { content: [{ type: 'text', text: error.message }], isError: true }
  }
}

function answer({ method, params }) {
  switch (method) {
    case 'initialize': {
      const asked = params?.protocolVersion
      const serverInfo = { name: 'press-kit', title: 'Press kit', version: '1.0.0' }
      const instructions =
        'Write about the product only what get_facts returns, and run check_claims on a text before it is handed over.'
      return {
        result: {
          protocolVersion: versions.includes(asked) ? asked : versions[0],
          capabilities: { tools: {} },
          serverInfo,
          instructions,
        },
      }
    }
    case 'ping':
      return { result: {} }
    case 'tools/list':
      return {
        result: {
          tools: Object.entries(tools).map(([name, { run, ...declared }]) => ({ name, ...declared })),
        },
      }
    case 'tools/call': {
      const args = params?.arguments ?? {}
      if (!Object.hasOwn(tools, params?.name ?? ''))
        return { error: { code: -32602, message: `Unknown tool: ${params?.name}` } }
      if (typeof args !== 'object' || Array.isArray(args))
        return { error: { code: -32602, message: 'arguments: must be an object.' } }
      return { result: call(tools[params.name], args) }
    }
    default:
      return { error: { code: -32601, message: `Unknown method: ${method}` } }
  }
}

function send(id, body) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`)
}

function receive(line) {
  if (!line.trim()) return
  let message
  try {
    message = JSON.parse(line)
  } catch {
    return send(null, { error: { code: -32700, message: 'Not JSON.' } })
  }
  const { jsonrpc, id, method } = message ?? {}
  if (jsonrpc !== '2.0' || (typeof method !== 'string' && id === undefined))
    return send(null, { error: { code: -32600, message: 'Not a JSON-RPC 2.0 message.' } })
  // A notification has no id, an answer has no method; neither is answered.
  if (id === undefined || typeof method !== 'string') return
  send(id, answer(message))
}

// The end of the input is the end of the server: nobody is left to ask.
createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }).on('line', receive)
process.stdout.on('error', () => process.exit(0))
console.error(`press-kit: ready, facts from ${kitFile}`)

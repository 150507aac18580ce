import type { ImportPlan, Json } from '@contract'
import { parse as parseToml } from 'smol-toml'
import { isBuiltIn } from '../built-in.ts'
import { JsonFile, linesOf } from './json-file.ts'
import { readMcpServers } from './mcp-json.ts'
import { type FolderPort, Gatherer, type Reading } from './port.ts'
import { addServer, argvOf, idFrom, texts, words } from './servers.ts'
import { addCommand, addCommands, addInclude, addSkills, addSubagents, frontmatter, headOf } from './texts.ts'

/** One reader per product; each gives what it found, and nothing where there is nothing of it. */
export const readers: ((port: FolderPort) => Promise<Reading>)[] = [
  readHolaos,
  readAgentScope,
  readClaudeCode,
  readCodex,
  readCursor,
  readOpencode,
]

/** Where each product's files are looked for. */
export const lookedFor: ImportPlan['lookedFor'] = {
  holaos: ['.holaboss/'],
  agentscope: ['tools.json'],
  'claude-code': ['CLAUDE.md', '.mcp.json', '.claude/'],
  codex: ['.codex/config.toml'],
  cursor: ['.cursor/', '.cursorrules'],
  opencode: ['opencode.json', '.opencode/'],
}

async function json(port: FolderPort, gatherer: Gatherer, path: string): Promise<JsonFile | null> {
  const text = await port.read(path)
  if (text === null) return null
  gatherer.files.push(path)
  return JsonFile.parse(path, text, gatherer)
}

/** Opens as it is. */
async function readHolaos(port: FolderPort): Promise<Reading> {
  const gatherer = new Gatherer('holaos')
  if ((await port.list('.holaboss')).length > 0) gatherer.files.push('.holaboss/')
  return gatherer
}

/** `tools.json`: servers, and what the built-in tools and theirs may be. The other folders have our own names. */
async function readAgentScope(port: FolderPort): Promise<Reading> {
  const gatherer = new Gatherer('agentscope')
  const file = await json(port, gatherer, 'tools.json')
  if (!file) return gatherer
  readMcpServers(file, gatherer, port)
  const servers = new Set(file.entries('mcpServers').map(([name]) => name))
  const rules: { [key: string]: Json } = {}
  for (const key of ['allow', 'deny'] as const) {
    const names = words(file.value(key)).flatMap((name) => {
      const id = toolIn(name, servers)
      if (id === null)
        gatherer.say(
          'import_tool_unknown',
          `${key}: there is no tool "${name}" here; it is left out.`,
          file.path,
          file.line(key),
        )
      return id ?? []
    })
    if (names.length > 0) rules[key] = [...new Set(names)]
  }
  if (Object.keys(rules).length > 0) {
    gatherer.add({
      group: 'session_kinds',
      title: 'What the main session may use',
      lines: Object.entries(rules).map(([key, names]) => `${key}: ${(names as string[]).join(', ')}`),
      at: { file: file.path, line: file.line('deny' in rules ? 'deny' : 'allow') },
      becomes: 'session_kinds.main',
      note: servers.size > 0 ? 'It names tools of servers: import those too.' : null,
      edits: Object.entries(rules).map(([key, value]) => ({ path: ['session_kinds', 'main', key], value })),
    })
  }
  return gatherer
}

/** `server.tool`, `server/tool`, `mcp__server__tool`, a built-in's name or a family. */
function toolIn(name: string, servers: Set<string>): string | null {
  if (isBuiltIn(name)) return name
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? /^([^./]+)[./](.+)$/.exec(name) ?? []
  if (server !== undefined && tool !== undefined && servers.has(server)) return `${idFrom(server)}.${tool}`
  return servers.has(name) ? `mcp:${idFrom(name)}` : null
}

async function readClaudeCode(port: FolderPort): Promise<Reading> {
  const gatherer = new Gatherer('claude-code')
  for (const file of ['CLAUDE.md', '.claude/CLAUDE.md']) await addInclude(gatherer, port, file)
  const servers = await json(port, gatherer, '.mcp.json')
  if (servers) readMcpServers(servers, gatherer, port)
  await addSkills(gatherer, port, '.claude/skills')
  await addSubagents(gatherer, port, '.claude/agents')
  await addCommands(gatherer, port, '.claude/commands')
  const settings = await json(port, gatherer, '.claude/settings.json')
  for (const key of ['hooks', 'permissions', 'env']) {
    if (settings?.value(key) === undefined) continue
    const message = `"${key}" is not taken over: it has no counterpart that means the same here.`
    gatherer.say('import_not_taken', message, settings.path, settings.line(key))
  }
  return gatherer
}

/** Its instructions are AGENTS.md, which is ours too. */
async function readCodex(port: FolderPort): Promise<Reading> {
  const gatherer = new Gatherer('codex')
  const path = '.codex/config.toml'
  const text = await port.read(path)
  if (text === null) return gatherer
  gatherer.files.push(path)
  let config: Record<string, unknown>
  try {
    config = parseToml(text)
  } catch (error) {
    const message = `Tried to read ${path}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}.`
    gatherer.say('import_file_invalid', message, path, (error as { line?: number }).line)
    return gatherer
  }
  const lines = tableLines(text)
  for (const [name, entry] of Object.entries((config.mcp_servers ?? {}) as Record<string, unknown>)) {
    const server = (entry ?? {}) as Record<string, unknown>
    const bearer = typeof server.bearer_token_env_var === 'string' ? server.bearer_token_env_var : null
    addServer(gatherer, port, {
      name,
      command: argvOf(server.command, server.args),
      url: typeof server.url === 'string' ? server.url : null,
      environment: texts(server.env),
      headers: {
        ...texts(server.http_headers),
        ...Object.fromEntries(
          Object.entries(texts(server.env_http_headers)).map(([key, variable]) => [key, `{env:${variable}}`]),
        ),
        ...(bearer ? { Authorization: `Bearer {env:${bearer}}` } : {}),
      },
      transport: typeof server.url === 'string' ? 'http' : null,
      timeoutMs:
        typeof server.startup_timeout_sec === 'number' ? Math.round(server.startup_timeout_sec * 1000) : null,
      cwd: typeof server.cwd === 'string' ? server.cwd : null,
      isOff: server.enabled === false,
      file: path,
      line: lines.get(name) ?? 1,
    })
  }
  return gatherer
}

/** Where each `[mcp_servers.<name>]` stands. */
function tableLines(text: string): Map<string, number> {
  const lines = new Map<string, number>()
  const lineAt = linesOf(text)
  for (const match of text.matchAll(/^[ \t]*\[[ \t]*mcp_servers\.(?:"([^"\n]*)"|'([^'\n]*)'|([\w-]+))/gm)) {
    const name = match[1] ?? match[2] ?? match[3] ?? ''
    if (!lines.has(name)) lines.set(name, lineAt(match.index))
  }
  return lines
}

async function readCursor(port: FolderPort): Promise<Reading> {
  const gatherer = new Gatherer('cursor')
  const servers = await json(port, gatherer, '.cursor/mcp.json')
  if (servers) readMcpServers(servers, gatherer, port)
  await addInclude(gatherer, port, '.cursorrules')
  for (const name of (await port.list('.cursor/rules'))
    .filter((entry) => /\.mdc?$/.test(entry))
    .slice(0, 200)) {
    const file = `.cursor/rules/${name}`
    const text = await port.read(file)
    if (text === null) continue
    gatherer.files.push(file)
    const { always, body } = frontmatter(file, text)
    gatherer.add({
      group: 'instructions',
      title: file,
      lines: headOf(body),
      at: { file, line: 1 },
      becomes: `prompt.include: ${file}`,
      note: always ? null : 'There it holds for some files only; here it would be in every prompt.',
      include: file,
    })
  }
  return gatherer
}

/** Both of its shapes: servers right under `mcp`, or under `mcp.servers` with `disabled`. */
async function readOpencode(port: FolderPort): Promise<Reading> {
  const gatherer = new Gatherer('opencode')
  for (const path of [
    'opencode.json',
    'opencode.jsonc',
    '.opencode/opencode.json',
    '.opencode/opencode.jsonc',
  ]) {
    const file = await json(port, gatherer, path)
    if (file) await readOpencodeFile(file, gatherer, port)
  }
  for (const folder of ['.opencode/command', '.opencode/commands']) await addCommands(gatherer, port, folder)
  for (const folder of ['.opencode/agent', '.opencode/agents']) await addSubagents(gatherer, port, folder)
  await addSkills(gatherer, port, '.opencode/skills')
  return gatherer
}

async function readOpencodeFile(file: JsonFile, gatherer: Gatherer, port: FolderPort): Promise<void> {
  const place = file.entries('mcp', 'servers').length > 0 ? ['mcp', 'servers'] : ['mcp']
  for (const [name, entry, line] of file.entries(...place)) {
    const server = (entry ?? {}) as Record<string, unknown>
    addServer(gatherer, port, {
      name,
      command: argvOf(server.command, server.args),
      url: typeof server.url === 'string' ? server.url : null,
      environment: texts(server.environment ?? server.env),
      headers: texts(server.headers),
      transport: null,
      timeoutMs: typeof server.timeout === 'number' ? server.timeout : null,
      cwd: typeof server.cwd === 'string' ? server.cwd : null,
      isOff: server.enabled === false || server.disabled === true,
      file: file.path,
      line,
    })
  }
  for (const [name, entry, line] of file.entries('command')) {
    const { template, description } = texts(entry)
    addCommand(gatherer, name, description ?? null, template ?? '', file.path, line)
  }
  await readOpencodeInstructions(file, gatherer, port)
  if (file.value('provider') !== undefined) {
    const message =
      '"provider" is not taken over: where keys are sent is chosen by the operator, not by a folder.'
    gatherer.say('import_not_taken', message, file.path, file.line('provider'))
  }
}

async function readOpencodeInstructions(file: JsonFile, gatherer: Gatherer, port: FolderPort): Promise<void> {
  for (const path of words(file.value('instructions'))) {
    if (/[*?]|^https?:|^\/|^~|(^|\/)\.\.(\/|$)/.test(path)) {
      const message = `instructions: "${path}" is not a file of this folder; it is left out.`
      gatherer.say('import_not_taken', message, file.path, file.line('instructions'))
    } else if (path !== 'AGENTS.md') await addInclude(gatherer, port, path.replace(/^\.\//, ''))
  }
}

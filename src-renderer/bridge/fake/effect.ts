import {
  type ContractEffect,
  type EffectSource,
  type EffectTool,
  type EffectVerdict,
  type JsonObject,
  type SessionKind,
  sessionKinds,
  type ToolFamily,
  type WorkspaceId,
} from '@contract'
import { extrasOf } from './effect-skills.ts'

/** What a server listed the last time: name, what it says of it, whether it only reads. */
type Listed = [name: string, description: string, readOnly: boolean]
const listed: Record<string, Listed[]> = {
  docs: [
    ['search', 'Searches the documents. Answers at most ten places.', true],
    ['read', 'Reads one document.', true],
    ['outline', 'Lists the headings of a document.', true],
    ['cite', 'Gives a quotation with its place.', true],
  ],
  'launch-board': [
    ['add_item', 'Adds an item to the board.', false],
    ['list_items', 'Lists the items of the board.', true],
    ['move_item', 'Moves an item to another column.', false],
    ['remove_item', 'Takes an item off the board.', false],
    ['publish', 'Publishes the board to everyone.', false],
  ],
  notes: [['add_note', 'Keeps a note.', false]],
}

const builtIn: [id: string, family: ToolFamily, description: string][] = [
  ['todo', 'plan', 'Keeps the list of what is to be done.'],
  ['ask', 'ask', 'Asks the operator a question.'],
  ['skill', 'skill', 'Reads a skill.'],
  ['agent_spawn', 'delegate', 'Starts a subagent.'],
  ['memory_search', 'memory', 'Searches what was remembered.'],
  ['instructions_update', 'workspace', 'Proposes a change of AGENTS.md.'],
  ['app_start', 'apps', 'Starts an app.'],
  ['write_report', 'outputs', 'Writes a report that can be reopened.'],
  ['file_read', 'files.read', 'Reads a file of the workspace.'],
  ['file_list', 'files.read', 'Lists a folder of the workspace.'],
  ['file_write', 'files.write', 'Writes a file.'],
  ['file_edit', 'files.write', 'Changes a place of a file.'],
  ['shell', 'shell', 'Runs a command line.'],
  ['browser_open', 'browser', 'Opens a page.'],
]

/** Families that a kind does not have by itself (spec 02). */
const without: Record<SessionKind, string[]> = {
  main: ['files.write', 'shell', 'browser'],
  subagent: ['delegate', 'workspace', 'apps'],
  onboarding: ['delegate', 'apps', 'outputs', 'files.write', 'shell', 'browser', 'mcp', 'app'],
  scheduled: ['workspace', 'apps', 'files.write', 'shell', 'browser'],
}

interface Read {
  ids: string[]
  isMixed: boolean
  kinds: ContractEffect['kinds']
}

const mapping = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

export function effectOf(values: JsonObject, workspaceId: WorkspaceId): ContractEffect {
  const registry = mapping(values.mcp_registry)
  const allowlist = mapping(registry.allowlist)
  const read: Read = {
    ids: texts(allowlist.tool_ids),
    isMixed: allowlist.others === 'discover',
    kinds: kindsOf(mapping(values.session_kinds)),
  }
  const sources = sourcesOf(mapping(registry.servers), values.applications, read)
  return {
    sources,
    tools: toolsOf(sources, read),
    kinds: read.kinds,
    ...extrasOf(values, workspaceId),
  }
}

/** The skill that must be invoked before this tool may be called. */
const managed = { tool: 'launch-board.publish', skill: 'press-note' }

function kindsOf(written: JsonObject): ContractEffect['kinds'] {
  const kind = (name: SessionKind) => {
    const own = mapping(written[name])
    const preset = own.preset === 'direct' ? ('direct' as const) : ('coordinate' as const)
    return { preset, allow: texts(own.allow), deny: texts(own.deny) }
  }
  return Object.fromEntries(sessionKinds.map((name) => [name, kind(name)])) as ContractEffect['kinds']
}

function depends(enabled: boolean): EffectSource['verdicts'] {
  const verdict: EffectVerdict = enabled
    ? { callable: 'maybe', detail: 'known when the run starts' }
    : { callable: 'no', reason: 'server_disabled', detail: 'it is turned off' }
  return Object.fromEntries(sessionKinds.map((name) => [name, verdict])) as EffectSource['verdicts']
}

function sourcesOf(servers: JsonObject, applications: unknown, read: Read): EffectSource[] {
  const modeOf = (id: string): EffectSource['mode'] => {
    if (read.ids.length === 0) return 'discovery'
    if (read.ids.some((tool) => tool.startsWith(`${id}.`))) return 'explicit'
    return read.isMixed ? 'discovery' : 'unlisted'
  }
  const seen = (id: string) => (id in listed && id !== 'notes' ? 1_796_000_000_000 : null)
  const own = Object.entries(servers).map(([id, value]): EffectSource => {
    const server = mapping(value)
    return {
      id,
      kind: server.type === 'remote' ? 'remote' : 'local',
      enabled: server.enabled !== false,
      mode: modeOf(id),
      target: server.type === 'remote' ? String(server.url ?? '') : texts(server.command).join(' '),
      seenAt: seen(id),
      verdicts: depends(server.enabled !== false),
    }
  })
  const apps = (Array.isArray(applications) ? applications : []).map((value): EffectSource => {
    const id = String(mapping(value).app_id)
    const target = 'node server.mjs'
    return {
      id,
      kind: 'app',
      enabled: true,
      mode: modeOf(id),
      target,
      seenAt: seen(id),
      verdicts: depends(true),
    }
  })
  return [...own, ...apps]
}

function toolsOf(sources: EffectSource[], read: Read): EffectTool[] {
  const own = builtIn.map(([id, family, description]): EffectTool => {
    const verdicts = verdictsOf(id, family, null, read)
    const readOnly = family === 'files.read'
    return {
      id,
      family,
      source: { kind: 'built-in' },
      description,
      named: false,
      known: 'listed',
      readOnly,
      verdicts,
    }
  })
  return [...own, ...sources.flatMap((source) => toolsOfSource(source, read))]
}

function toolsOfSource(source: EffectSource, read: Read): EffectTool[] {
  const tools: (Listed | [name: string])[] = [...(listed[source.id] ?? [])]
  for (const id of read.ids) {
    const name = id.startsWith(`${source.id}.`) ? id.slice(source.id.length + 1) : null
    if (name && !tools.some(([other]) => other === name)) tools.push([name])
  }
  return tools.map(([name, description, readOnly]): EffectTool => {
    const id = `${source.id}.${name}`
    const isApp = source.kind === 'app'
    const family: ToolFamily = isApp ? `app:${source.id}` : `mcp:${source.id}`
    return {
      id,
      family,
      source: isApp ? { kind: 'app', app: source.id } : { kind: 'mcp', server: source.id },
      description: description ?? null,
      named: read.ids.includes(id),
      known: description === undefined ? 'unseen' : source.seenAt === null ? 'declared' : 'listed',
      readOnly: readOnly ?? null,
      verdicts: verdictsOf(id, family, source, read),
    }
  })
}

function verdictsOf(id: string, family: ToolFamily, source: EffectSource | null, read: Read) {
  const of = (kind: SessionKind) => [kind, verdictOf(id, family, source, read, kind)] as const
  return Object.fromEntries(sessionKinds.map(of)) as EffectTool['verdicts']
}

function verdictOf(
  id: string,
  family: ToolFamily,
  source: EffectSource | null,
  read: Read,
  kind: SessionKind,
): EffectVerdict {
  const { preset, allow, deny } = read.kinds[kind]
  const isDirect = kind === 'main' && preset === 'direct'
  const lacks = !isDirect && without[kind].includes(family.split(':')[0] ?? '')
  const is = (names: string[]) => names.includes(id) || names.includes(family)
  if (is(deny))
    return {
      callable: 'no',
      reason: 'session_kind',
      detail: `session_kinds.${kind}.deny names it`,
      changed: 'narrowed',
    }
  if (lacks && !is(allow))
    return { callable: 'no', reason: 'session_kind', detail: `not for sessions of kind ${kind}` }
  const changed = lacks ? { changed: 'widened' as const } : {}
  if (source && !source.enabled)
    return { callable: 'no', reason: 'server_disabled', detail: `${source.id} is turned off`, ...changed }
  if (source?.mode === 'unlisted' || (source?.mode === 'explicit' && !read.ids.includes(id)))
    return { callable: 'no', reason: 'not_declared', detail: 'not named in the allowlist', ...changed }
  if (id === managed.tool)
    return {
      callable: 'maybe',
      reason: 'skill_required',
      detail: `after the skill ${managed.skill}`,
      ...changed,
    }
  if (source && source.seenAt === null)
    return { callable: 'maybe', detail: `if ${source.id} lists it when the run starts`, ...changed }
  return {
    callable: 'yes',
    detail: lacks ? `session_kinds.${kind}.allow names it` : `a ${kind} session has it`,
    ...changed,
  }
}

import { isScalar } from 'yaml'
import type { Allowlist, ServerPlan } from './plan.ts'
import type { YamlMap } from './yaml-file.ts'

const shape = 'workspace_mcp_server_unknown'
const toolId = /^[^.\s]+\.\S+$/
const placeholder = /\{env:([^}]*)\}?/g

/** `mcp_registry`: servers and allowlist. `appIds` count as enabled servers. */
export function readRegistry(
  config: YamlMap,
  appIds: string[],
): { servers: ServerPlan[]; allowlist: Allowlist } {
  const empty: Allowlist = { toolIds: [], others: 'none' }
  const missing = 'workspace_mcp_registry_missing'
  const registry = config.map('mcp_registry', missing)
  if (!registry) {
    if (!config.has('mcp_registry')) {
      config.file.report(
        missing,
        '"mcp_registry" is missing.',
        config.node,
        'Add "mcp_registry:" with "servers: {}" when there are none.',
      )
    }
    return { servers: [], allowlist: empty }
  }
  const map = registry.map('servers', missing)
  if (!map) {
    if (!registry.has('servers'))
      registry.file.report(
        missing,
        '"mcp_registry.servers" is missing.',
        registry.node,
        'It may be empty: "servers: {}".',
      )
    return { servers: [], allowlist: empty }
  }
  const servers = map.keys().flatMap((id) => readServer(map, id, appIds))
  return { servers, allowlist: readAllowlist(registry, { servers, declared: map.keys(), appIds }) }
}

function readServer(map: YamlMap, id: string, appIds: string[]): ServerPlan[] {
  // An app brings its own endpoint; a server of its name is what older workspaces wrote.
  if (appIds.includes(id)) return []
  const server = map.map(id, shape)
  if (!server) return []
  const common = {
    id,
    enabled: server.boolean('enabled', shape) ?? true,
    timeoutMs: server.positiveInteger('timeout_ms', shape) ?? 10_000,
    environment: server.stringMap('environment', shape) ?? {},
  }
  checkPlaceholders(server, 'environment', common.environment)
  if (/[.\s]/.test(id))
    server.file.report(shape, `The server id "${id}" may have no dot and no space.`, map.keyNode(id))
  const type = server.string('type', shape)
  if (type === 'local') return readLocal(server, common)
  if (id === 'workspace') {
    server.file.report(
      shape,
      'The server id "workspace" is kept for the runtime, and local.',
      map.keyNode(id),
    )
    return []
  }
  if (type === 'remote') return readRemote(server, common)
  if (type !== undefined || !server.has('type')) {
    server.file.report(
      shape,
      `"${id}" needs "type: local" or "type: remote".`,
      server.has('type') ? server.nodeOf('type') : map.keyNode(id),
    )
  }
  return []
}

type Common = Pick<ServerPlan, 'id' | 'enabled' | 'timeoutMs' | 'environment'>

function readLocal(server: YamlMap, common: Common): ServerPlan[] {
  const command = server.strings('command', shape)
  if (command?.[0]) return [{ ...common, kind: 'local', command }]
  if (!server.has('command') || command) {
    server.file.report(
      shape,
      `"${common.id}" is local and needs "command": a list, program first.`,
      server.nodeOf('command'),
    )
  }
  return []
}

function readRemote(server: YamlMap, common: Common): ServerPlan[] {
  const url = server.string('url', shape)
  const transport = server.string('transport', shape) ?? 'auto'
  const headers = server.stringMap('headers', shape) ?? {}
  checkPlaceholders(server, 'headers', headers)
  if (transport !== 'auto' && transport !== 'http' && transport !== 'sse') {
    server.file.report(shape, '"transport" is "http" or "sse".', server.nodeOf('transport'))
    return []
  }
  if (url && /^https?:$/.test(protocolOf(url)))
    return [{ ...common, kind: 'remote', url, headers, transport }]
  if (url || !server.has('url'))
    server.file.report(
      shape,
      `"${common.id}" is remote and needs "url": http or https.`,
      server.nodeOf('url'),
    )
  return []
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : ''
}

function checkPlaceholders(server: YamlMap, key: string, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    for (const [whole, variable] of value.matchAll(placeholder)) {
      if (whole.endsWith('}') && /^[A-Za-z_][A-Za-z0-9_]*$/.test(variable ?? '')) continue
      server.file.report(
        'workspace_env_placeholder_invalid',
        `"${key}.${name}" has the placeholder "${whole}".`,
        server.map(key, shape)?.nodeOf(name),
        'Write {env:NAME} with a variable name.',
      )
    }
  }
}

interface Known {
  servers: ServerPlan[]
  /** Every id under `servers`, also of those that are wrong: what is wrong with them is said there. */
  declared: string[]
  appIds: string[]
}

function readAllowlist(registry: YamlMap, known: Known): Allowlist {
  const invalid = 'workspace_mcp_tool_id_invalid'
  const allowlist = registry.map('allowlist', invalid)
  const items = allowlist?.list('tool_ids', invalid)
  if (!allowlist || !items) return { toolIds: [], others: 'none' }
  const toolIds: string[] = []
  items.forEach((item, index) => {
    const id = isScalar(item) ? item.value : undefined
    const place = `tool_ids[${index}]`
    if (typeof id !== 'string' || !toolId.test(id)) {
      registry.file.report(invalid, `${place} must be "server.tool".`, item)
    } else if (toolIds.includes(id)) {
      registry.file.report(invalid, `${place} "${id}" is there twice.`, item)
    } else if (checkServer(registry, id, place, item, known)) {
      toolIds.push(id)
    }
  })
  const others = readOthers(allowlist)
  if (others === 'none' && toolIds.length > 0) warnUnlisted(registry, known.servers, toolIds)
  return { toolIds, others }
}

function readOthers(allowlist: YamlMap): Allowlist['others'] {
  const others = allowlist.string('others', 'workspace_mcp_tool_id_invalid')
  if (others !== undefined && others !== 'discover' && others !== 'none') {
    allowlist.file.report(
      'workspace_mcp_tool_id_invalid',
      '"allowlist.others" is "discover" or left out.',
      allowlist.nodeOf('others'),
    )
  }
  return others === 'discover' ? 'discover' : 'none'
}

function checkServer(registry: YamlMap, id: string, place: string, node: unknown, known: Known): boolean {
  const serverId = id.slice(0, id.indexOf('.'))
  if (known.appIds.includes(serverId)) return true
  const server = known.servers.find((candidate) => candidate.id === serverId)
  if (server ? server.enabled : known.declared.includes(serverId)) return true
  const why = server ? `the server "${serverId}" is disabled` : `there is no server or app "${serverId}"`
  registry.file.report(
    shape,
    `${place} "${id}": ${why}.`,
    node,
    server
      ? 'Enable the server or take the tool out.'
      : 'Declare it under mcp_registry.servers or applications.',
  )
  return false
}

function warnUnlisted(registry: YamlMap, servers: ServerPlan[], toolIds: string[]): void {
  for (const server of servers) {
    if (!server.enabled || toolIds.some((id) => id.startsWith(`${server.id}.`))) continue
    registry.file.report(
      'workspace_mcp_server_unlisted',
      `No tool of "${server.id}" is in the allowlist, so it contributes nothing.`,
      registry.map('servers', shape)?.keyNode(server.id),
      'Name its tools, or set allowlist.others: discover.',
      'warning',
    )
  }
}

import { isScalar } from 'yaml'
import { readCatalog } from './catalog.ts'
import type { Allowlist, CatalogPlan, Collected, ServerPlan } from './plan.ts'
import type { YamlMap } from './yaml-file.ts'

const shape = 'workspace_mcp_server_unknown'
const toolId = /^[^.\s]+\.\S+$/
const placeholder = /\{env:([^}]*)\}?/g

interface Registry {
  servers: ServerPlan[]
  allowlist: Allowlist
  catalog: CatalogPlan[]
  /** Every id under `servers`, also of those that are wrong: what is wrong with them is said there. */
  declared: string[]
}

/** `mcp_registry`: servers, allowlist, catalog. `appIds` count as enabled servers. */
export function readRegistry(config: YamlMap, appIds: string[], collected: Collected): Registry {
  const nothing: Registry = {
    servers: [],
    allowlist: { toolIds: [], others: 'none' },
    catalog: [],
    declared: [],
  }
  const registry = mapOf(
    config,
    'mcp_registry',
    'mcp_registry',
    'Add "mcp_registry:" with "servers: {}" when there are none.',
  )
  const map =
    registry && mapOf(registry, 'servers', 'mcp_registry.servers', 'It may be empty: "servers: {}".')
  if (!map) return nothing
  registry.warnUnknown(['servers', 'allowlist', 'catalog'])
  const declared = map.keys()
  checkCollisions(map, appIds)
  const servers = declared.flatMap((id) => readServer(map, id, appIds))
  const catalog = readCatalog(registry, collected)
  const known: Known = {
    enabled: new Map(servers.map(({ id, enabled }) => [id, enabled])),
    declared: new Set(declared),
    appIds: new Set(appIds),
    catalog: new Set(registry.quietMap('catalog')?.keys()),
  }
  return { servers, allowlist: readAllowlist(registry, servers, known), catalog, declared }
}

function mapOf(parent: YamlMap, key: string, label: string, hint: string): YamlMap | undefined {
  const missing = 'workspace_mcp_registry_missing'
  if (!parent.has(key)) parent.file.report(missing, `"${label}" is missing.`, parent.node, hint)
  return parent.map(key, missing)
}

/** Ids that are one on a disk or in a tool's name: only the very id of an app may be there again, as older workspaces have it. */
function checkCollisions(map: YamlMap, appIds: string[]): void {
  const seen = new Map(appIds.map((id) => [id.toLowerCase(), id]))
  for (const id of map.keys()) {
    const other = seen.get(id.toLowerCase())
    if (other === undefined) seen.set(id.toLowerCase(), id)
    else if (other !== id) {
      const message = `The ids "${other}" and "${id}" differ in capital letters only.`
      map.file.report('workspace_server_id_conflict', message, map.keyNode(id))
    }
  }
}

function readServer(map: YamlMap, id: string, appIds: string[]): ServerPlan[] {
  // An app brings its own endpoint; a server of its name is what older workspaces wrote.
  if (appIds.includes(id)) return []
  const server = map.map(id, shape)
  if (!server) return []
  const fixed = ['type', 'enabled', 'timeout_ms', 'environment', 'command', 'url', 'headers', 'transport']
  server.warnUnknown(fixed)
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
  // The runtime brings the sidecar; older workspaces only say that it is there.
  if (type === 'local' && id === 'workspace' && !server.has('command')) return []
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
  /** By id, of the servers that are written right. */
  enabled: Map<string, boolean>
  declared: Set<string>
  appIds: Set<string>
  /** Every id in the catalog, also of entries that are wrong. */
  catalog: Set<string>
}

function readAllowlist(registry: YamlMap, servers: ServerPlan[], known: Known): Allowlist {
  const invalid = 'workspace_mcp_tool_id_invalid'
  const allowlist = registry.map('allowlist', invalid)
  allowlist?.warnUnknown(['tool_ids', 'others'])
  const items = allowlist?.list('tool_ids', invalid)
  if (!allowlist || !items) return { toolIds: [], others: 'none' }
  const seen = new Set<string>()
  const toolIds: string[] = []
  items.forEach((item, index) => {
    const id = isScalar(item) ? item.value : undefined
    const place = `tool_ids[${index}]`
    if (typeof id !== 'string' || !toolId.test(id)) {
      registry.file.report(invalid, `${place} must be "server.tool".`, item)
    } else if (seen.has(id)) {
      registry.file.report(invalid, `${place} "${id}" is there twice.`, item)
    } else {
      seen.add(id)
      if (checkServer(registry, id, place, item, known)) toolIds.push(id)
    }
  })
  const others = readOthers(allowlist)
  if (others === 'none' && toolIds.length > 0) warnUnlisted(registry, servers, toolIds)
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
  if (known.appIds.has(serverId)) return true
  // The sidecar serves the catalog and nothing else, whether it is written down as a server or not.
  if (serverId === 'workspace' && known.enabled.get(serverId) !== false) {
    if (known.catalog.has(id)) return true
    const message = `${place} "${id}" is not in the catalog.`
    const hint = 'Add it to mcp_registry.catalog with module_path and symbol.'
    registry.file.report('workspace_mcp_catalog_missing', message, node, hint)
    return false
  }
  const enabled = known.enabled.get(serverId)
  if (enabled ?? known.declared.has(serverId)) return true
  const disabled = enabled === false
  const why = disabled ? `the server "${serverId}" is disabled` : `there is no server or app "${serverId}"`
  registry.file.report(
    shape,
    `${place} "${id}": ${why}.`,
    node,
    disabled
      ? 'Enable the server or take the tool out.'
      : 'Declare it under mcp_registry.servers or applications.',
  )
  return false
}

function warnUnlisted(registry: YamlMap, servers: ServerPlan[], toolIds: string[]): void {
  const listed = new Set(toolIds.map((id) => id.slice(0, id.indexOf('.'))))
  for (const server of servers) {
    if (!server.enabled || listed.has(server.id)) continue
    registry.file.report(
      'workspace_mcp_server_unlisted',
      `No tool of "${server.id}" is in the allowlist, so it contributes nothing.`,
      registry.map('servers', shape)?.keyNode(server.id),
      'Name its tools, or set allowlist.others: discover.',
      'warning',
    )
  }
}

import type { YamlMap } from './yaml-file.ts'

/** Keys that this version acts on, and metadata that it only keeps. */
const readKeys = new Set([
  'name',
  'template_id',
  'created_at',
  'template',
  'agents',
  'tool_registry',
  'mcp_registry',
  'applications',
  'harness',
  'skills',
  'session_kinds',
  'prompt',
  'commands',
])

/** Keys of the contract that are checked and compiled, and not acted on by this version: an author must not rely on them. */
const waitingKeys = new Set([
  'schema_registry',
  'plans',
  'memory',
  'sandbox',
  'placement',
  'policy',
  'budgets',
  'egress',
  'compaction',
  'schedule',
  'workspace',
])
const waitingInside: [section: string, key: string][] = [
  ['agents', 'schema_id'],
  ['agents', 'schema_module_path'],
  ['mcp_registry', 'catalog'],
]

/** Says of each key that has no effect that it has none. `hasSchema`: the form of the result is acted on. */
export function warnKeys(config: YamlMap, hasSchema: boolean): void {
  for (const key of config.keys()) {
    if (hasSchema && key === 'schema_registry') continue
    if (waitingKeys.has(key)) warnWaiting(config, key, key)
    else if (!readKeys.has(key)) {
      const message = `"${key}" is not a key this version knows; it is kept and has no effect.`
      config.file.report('workspace_key_unknown', message, config.keyNode(key), undefined, 'warning')
    }
  }
  for (const [section, key] of waitingInside) {
    if (hasSchema && section === 'agents') continue
    const map = config.quietMap(section)
    // Older workspaces write the key without a value.
    if (map && !isEmpty(map.json(key))) warnWaiting(map, key, `${section}.${key}`)
  }
}

function warnWaiting(map: YamlMap, key: string, label: string): void {
  const message = `"${label}" is kept and not acted on by this version: do not rely on it.`
  map.file.report('workspace_key_not_enforced', message, map.keyNode(key), undefined, 'warning')
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)
  )
}

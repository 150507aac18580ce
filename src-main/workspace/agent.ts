import type { Json, JsonObject } from '@contract'
import type { Collected, WorkspacePlan } from './plan.ts'
import { fileAt } from './reference.ts'
import type { YamlMap } from './yaml-file.ts'

const code = 'workspace_general_missing'

export const isModel = (model: string) => model === 'auto' || /^[^/\s]+\/\S+$/.test(model)

export function readAgent(config: YamlMap): WorkspacePlan['agent'] | null {
  const agents = config.map('agents', code)
  if (!agents) {
    if (!config.has('agents'))
      config.file.report(code, '"agents" is missing.', config.node, 'Add "agents:" with an "id".')
    return null
  }
  agents.warnUnknown(['id', 'model', 'prompt', 'role', 'schema_id', 'schema_module_path'])
  const id = agents.string('id', code)
  if (!agents.has('id')) config.file.report(code, '"agents.id" is missing.', agents.node)
  if (agents.has('prompt')) {
    config.file.report(
      'workspace_prompt_inline_not_allowed',
      'Instructions do not belong in workspace.yaml.',
      agents.keyNode('prompt'),
      'Move them to AGENTS.md.',
    )
  }
  const model = agents.string('model', code) ?? 'auto'
  if (!isModel(model)) {
    config.file.report(
      code,
      `"agents.model" is "provider/model" or "auto", not "${model}".`,
      agents.nodeOf('model'),
    )
  }
  return id ? { id, model, role: agents.string('role', code) ?? null } : null
}

/** `agents.schema_id` or `agents.schema_module_path`, and the aliases that ids may stand for. */
export function readSchema(
  config: YamlMap,
  collected: Collected,
): Pick<WorkspacePlan, 'outputSchema' | 'schemaAliases'> {
  const registry = config.map('schema_registry', 'workspace_option_invalid')
  registry?.warnUnknown(['aliases'])
  const schemaAliases = registry?.stringMap('aliases', 'workspace_option_invalid') ?? {}
  const agents = config.quietMap('agents')
  if (!agents) return { outputSchema: null, schemaAliases }
  const id = agents.string('schema_id', code)
  const path = agents.string('schema_module_path', code)
  if (agents.has('schema_id') && agents.has('schema_module_path')) {
    config.file.report(
      'workspace_schema_field_conflict',
      'Give "schema_id" or "schema_module_path", not both.',
      agents.keyNode('schema_module_path'),
    )
    return { outputSchema: null, schemaAliases }
  }
  const aliased = id === undefined ? undefined : schemaAliases[id]
  const named = aliased !== undefined && isJson(aliased) ? aliased : path
  if (id !== undefined && named === undefined) return { outputSchema: { kind: 'id', id }, schemaAliases }
  const node = agents.nodeOf(id === undefined ? 'schema_module_path' : 'schema_id')
  const file = named ? fileAt(agents.file, { path: named, node, collected, absent: code }) : null
  if (!file) return { outputSchema: null, schemaAliases }
  if (!isJson(file.path)) return { outputSchema: { kind: 'module', path: file.path }, schemaAliases }
  const schema = schemaIn(file.text)
  if (schema) return { outputSchema: { kind: 'json', path: file.path, schema }, schemaAliases }
  config.file.report(
    code,
    `${file.path} is no JSON Schema of an object.`,
    node,
    'At its top it has "type": "object".',
  )
  return { outputSchema: null, schemaAliases }
}

/** A schema that is data needs no code of the workspace to be run. */
const isJson = (path: string) => /\.json$/i.test(path)

function schemaIn(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as Json
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
    return isObject && value.type === 'object' ? value : null
  } catch {
    return null
  }
}

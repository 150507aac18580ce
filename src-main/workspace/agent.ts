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
  if (id) return { outputSchema: { kind: 'id', id }, schemaAliases }
  const file =
    path && fileAt(agents.file, { path, node: agents.nodeOf('schema_module_path'), collected, absent: code })
  return { outputSchema: file ? { kind: 'module', path: file.path } : null, schemaAliases }
}

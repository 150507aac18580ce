import type { Diagnostic, FileDigest } from '@contract'
import { digestOf } from '../kit/index.ts'
import { declaredAppIds, readApps } from './apps.ts'
import { configFile } from './collect.ts'
import type { Collected, Compiled, WorkspacePlan } from './plan.ts'
import { readRegistry } from './servers.ts'
import { readSkills } from './skills.ts'
import { YamlFile, type YamlMap } from './yaml-file.ts'

/** Keys that this version reads, and metadata that it only keeps. */
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
])

/** Keys of the contract that this version keeps and does not act on: an author must not rely on them. */
const waitingKeys = new Set([
  'schema_registry',
  'skills',
  'commands',
  'session_kinds',
  'prompt',
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

/** Stage 2. Pure: the same collected files give the same plan, diagnostics and checksum. */
export function compile(collected: Collected): Compiled {
  const files = digestsOf(collected)
  const config = collected.files.get(configFile)
  // Without the file its absence is the problem, and it is among the collected ones.
  const yaml = config && new YamlFile(configFile, config.text, 'workspace_config_invalid_yaml')
  const read = yaml?.root ? readConfig(yaml.root, collected) : { plan: null, diagnostics: [] }
  const diagnostics = [...(yaml?.problems ?? []), ...read.diagnostics, ...collected.problems].sort(byPlace)
  const broken = diagnostics.some((diagnostic) => diagnostic.severity === 'error')
  return {
    plan: broken ? null : read.plan,
    diagnostics,
    files,
    configChecksum: digestOf({ files, knowledgePaths: collected.knowledgePaths }),
  }
}

function digestsOf(collected: Collected): FileDigest[] {
  return [...collected.files.values()]
    .map(({ path, sha256 }) => ({ path, sha256 }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

function readConfig(
  config: YamlMap,
  collected: Collected,
): { plan: WorkspacePlan | null; diagnostics: Diagnostic[] } {
  const agent = readAgent(config)
  if (config.has('tool_registry')) {
    config.file.report(
      'workspace_tool_registry_unsupported',
      '"tool_registry" is not supported in any form.',
      config.keyNode('tool_registry'),
      'Name tools in mcp_registry.allowlist.tool_ids.',
    )
  }
  const { servers, allowlist } = readRegistry(config, declaredAppIds(config))
  const { apps, diagnostics } = readApps(config, collected)
  const skills = readSkills(collected)
  for (const key of config.keys()) if (!readKeys.has(key)) reportUnread(config, key)
  const instructions = collected.files.get('AGENTS.md')
  if (!instructions) {
    diagnostics.push({
      severity: 'info',
      code: 'workspace_instructions_missing',
      message: 'There is no AGENTS.md: runs have no standing rules.',
      at: { file: 'AGENTS.md' },
    })
  }
  const knowledge = collected.files.get('knowledge/KNOWLEDGE.md')
  const plan: WorkspacePlan | null = agent && {
    name: nameOf(config),
    agent,
    harness: config.string('harness', 'workspace_harness_unknown') ?? 'loop',
    instructions: instructions ? { file: instructions.path, text: instructions.text } : null,
    knowledge:
      knowledge || collected.knowledgePaths.length > 0
        ? { file: 'knowledge/KNOWLEDGE.md', text: knowledge?.text ?? null, paths: collected.knowledgePaths }
        : null,
    servers,
    allowlist,
    apps,
    skills: skills.skills,
  }
  return { plan, diagnostics: [...diagnostics, ...skills.diagnostics] }
}

/** Metadata: whatever it is, it stops nothing. */
function nameOf(config: YamlMap): string | null {
  const name = config.json('name')
  return typeof name === 'string' || typeof name === 'number' ? String(name).trim() || null : null
}

function reportUnread(config: YamlMap, key: string): void {
  const waits = waitingKeys.has(key)
  const code = waits ? 'workspace_key_not_enforced' : 'workspace_key_unknown'
  const message = waits
    ? `"${key}" is kept and not acted on by this version: do not rely on it.`
    : `"${key}" is not a key this version knows; it is kept and has no effect.`
  config.file.report(code, message, config.keyNode(key), undefined, 'warning')
}

function readAgent(config: YamlMap): WorkspacePlan['agent'] | null {
  const code = 'workspace_general_missing'
  const agents = config.map('agents', code)
  if (!agents) {
    if (!config.has('agents'))
      config.file.report(code, '"agents" is missing.', config.node, 'Add "agents:" with an "id".')
    return null
  }
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
  if (agents.has('schema_id') && agents.has('schema_module_path')) {
    config.file.report(
      'workspace_schema_field_conflict',
      'Give "schema_id" or "schema_module_path", not both.',
      agents.keyNode('schema_module_path'),
    )
  }
  const model = agents.string('model', code) ?? 'auto'
  if (model !== 'auto' && !/^[^/\s]+\/\S+$/.test(model)) {
    config.file.report(
      code,
      `"agents.model" is "provider/model" or "auto", not "${model}".`,
      agents.nodeOf('model'),
    )
  }
  return id ? { id, model, role: agents.string('role', code) ?? null } : null
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  const rank = { error: 0, warning: 1, info: 2 }
  return (
    rank[a.severity] - rank[b.severity] ||
    a.at.file.localeCompare(b.at.file) ||
    (a.at.line ?? 0) - (b.at.line ?? 0) ||
    (a.at.column ?? 0) - (b.at.column ?? 0)
  )
}

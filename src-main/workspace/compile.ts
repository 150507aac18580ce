import type { Diagnostic, FileDigest } from '@contract'
import { digestOf } from '../kit/index.ts'
import { readAgent, readSchema } from './agent.ts'
import { declaredAppIds, readApps } from './apps.ts'
import { configFile, type SkillLayer } from './collect.ts'
import { readCommands } from './commands.ts'
import { readIncludes } from './includes.ts'
import { warnKeys } from './keys.ts'
import { readKinds } from './kinds.ts'
import { readOptions, readPlansDir } from './options.ts'
import type { Collected, Compiled, SkillPlan, WorkspacePlan } from './plan.ts'
import { readLimits, readPolicy } from './policy-rules.ts'
import { readRegistry } from './servers.ts'
import { readSkills, skillOf } from './skills.ts'
import { readSubagents } from './subagents.ts'
import { YamlFile, type YamlMap } from './yaml-file.ts'

export interface CompileOptions {
  /** Folders of skills below the workspace's own, lowest first. */
  skillLayers?: readonly SkillLayer[]
  /** Ids of the harnesses that are registered. Left out: `harness` is not checked. */
  harnesses?: readonly string[]
}

/** Stage 2. Pure: the same collected files give the same plan, diagnostics and checksum. */
export function compile(collected: Collected, options: CompileOptions = {}): Compiled {
  const config = collected.files.get(configFile)
  // Without the file its absence is the problem, and it is among the collected ones.
  const yaml = config && new YamlFile(configFile, config.text, 'workspace_config_invalid_yaml')
  const read = yaml?.root ? readConfig(yaml.root, collected, options) : nothing
  const diagnostics = [...(yaml?.problems ?? []), ...read.diagnostics, ...collected.problems].sort(byPlace)
  const broken = diagnostics.some((diagnostic) => diagnostic.severity === 'error')
  const files = digestsOf(collected, read.skills)
  return {
    plan: broken ? null : read.plan,
    diagnostics,
    files,
    configChecksum: digestOf({ files, knowledgePaths: collected.knowledgePaths }),
  }
}

/** What took part, by path. A skill that is off or wrong did not; where nothing could be read, all may have. */
function digestsOf(collected: Collected, skills: SkillPlan[] | null): FileDigest[] {
  const on = skills && new Map(skills.map(({ id, layer }) => [id, layer as string]))
  const isOn = (id: string | undefined, layer: string) => id === undefined || !on || on.get(id) === layer
  return [
    ...[...collected.files.values()].filter(({ path }) => isOn(skillOf(path), 'workspace')),
    ...collected.layered.filter(({ id, layer }) => isOn(id, layer)).map(({ file }) => file),
  ]
    .map(({ path, sha256 }) => ({ path, sha256 }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

interface Read {
  plan: WorkspacePlan | null
  /** Null: workspace.yaml is none. */
  skills: SkillPlan[] | null
  diagnostics: Diagnostic[]
}
const nothing: Read = { plan: null, skills: null, diagnostics: [] }

function readConfig(config: YamlMap, collected: Collected, options: CompileOptions): Read {
  const agent = readAgent(config)
  if (config.has('tool_registry')) {
    config.file.report(
      'workspace_tool_registry_unsupported',
      '"tool_registry" is not supported in any form.',
      config.keyNode('tool_registry'),
      'Name tools in mcp_registry.allowlist.tool_ids.',
    )
  }
  const appIds = declaredAppIds(config)
  const { declared, ...registry } = readRegistry(config, appIds, collected)
  const apps = readApps(config, collected)
  const skills = readSkills(config, collected)
  const sources = new Set([...declared, ...appIds, 'workspace'])
  const subagents = readSubagents(collected, { sources, skills: skillIds(collected) })
  const plan: Omit<WorkspacePlan, 'agent'> = {
    name: nameOf(config),
    harness: readHarness(config, options),
    instructions: partOf(collected, 'AGENTS.md'),
    knowledge: readKnowledge(collected),
    ...registry,
    apps: apps.apps,
    skills: skills.skills,
    skillsOff: skills.skillsOff,
    commands: readCommands(config, new Set(skills.skills.map(({ id }) => id))),
    subagents: subagents.subagents,
    sessionKinds: readKinds(config, sources),
    includes: readIncludes(config, collected),
    onboarding: onboardingOf(collected),
    ...readSchema(config, collected),
    plansDir: readPlansDir(config),
    options: { ...readOptions(config), ...readLimits(config) },
    policy: readPolicy(config),
  }
  warnKeys(config, plan.outputSchema?.kind === 'json')
  return {
    plan: agent && { agent, ...plan },
    skills: skills.skills,
    diagnostics: [...apps.diagnostics, ...skills.diagnostics, ...subagents.diagnostics, ...notices(plan)],
  }
}

/** What is no finding in a file, but in its being there or not. */
function notices(plan: Pick<WorkspacePlan, 'instructions' | 'subagents'>): Diagnostic[] {
  const found: Diagnostic[] = []
  if (!plan.instructions) {
    found.push({
      severity: 'info',
      code: 'workspace_instructions_missing',
      message: 'There is no AGENTS.md: runs have no standing rules.',
      at: { file: 'AGENTS.md' },
    })
  }
  const [first] = plan.subagents
  if (first) {
    found.push({
      severity: 'warning',
      code: 'workspace_key_not_enforced',
      message: 'Subagents are read and not started by this version: do not rely on them.',
      at: { file: first.path, line: 1 },
    })
  }
  return found
}

function skillIds(collected: Collected): Set<string> {
  return new Set([
    ...collected.layered.map(({ id }) => id),
    ...[...collected.files.keys()].flatMap((path) => skillOf(path) ?? []),
  ])
}

function partOf(collected: Collected, path: string): { file: string; text: string } | null {
  const file = collected.files.get(path)
  return file ? { file: file.path, text: file.text } : null
}

function onboardingOf(collected: Collected): WorkspacePlan['onboarding'] {
  const part = partOf(collected, 'ONBOARD.md')
  return part && part.text.trim() !== '' ? part : null
}

function readKnowledge({ files, knowledgePaths }: Collected): WorkspacePlan['knowledge'] {
  const file = 'knowledge/KNOWLEDGE.md'
  const text = files.get(file)?.text ?? null
  return text === null && knowledgePaths.length === 0 ? null : { file, text, paths: knowledgePaths }
}

function readHarness(config: YamlMap, { harnesses }: CompileOptions): string {
  const code = 'workspace_harness_unknown'
  const harness = config.string('harness', code) ?? 'loop'
  if (harnesses && !harnesses.includes(harness)) {
    const hint = `There are ${harnesses.join(', ')}.`
    config.file.report(code, `There is no harness "${harness}".`, config.nodeOf('harness'), hint)
  }
  return harness
}

/** Metadata: whatever it is, it stops nothing. */
function nameOf(config: YamlMap): string | null {
  const name = config.json('name')
  return typeof name === 'string' || typeof name === 'number' ? String(name).trim() || null : null
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

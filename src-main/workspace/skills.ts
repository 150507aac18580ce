import type { Diagnostic } from '@contract'
import { readFrontmatter, readNames } from './frontmatter.ts'
import type { Collected, SkillOff, SkillPlan } from './plan.ts'
import type { YamlMap } from './yaml-file.ts'

const invalid = 'workspace_skill_invalid'
const unknown = 'workspace_skill_unknown'

/** Where a skill's file is; its folder is its id. */
export const skillOf = (path: string) => /^skills\/([^/]+)\/SKILL\.md$/.exec(path)?.[1]

/**
 * Skills found under `skills/<id>/SKILL.md`, those that `skills` in workspace.yaml enables, in its order. An invalid
 * one is a warning and stays out, never silently.
 */
export function readSkills(
  config: YamlMap,
  collected: Collected,
): { skills: SkillPlan[]; skillsOff: SkillOff[]; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const found = new Map<string, SkillPlan | null>()
  const off = new Map<string, SkillOff>()
  for (const file of collected.files.values()) {
    const id = skillOf(file.path)
    if (id === undefined) continue
    const read = readFrontmatter(file, invalid, 'A skill', (head, body) =>
      readSkill(head, body, id, file.path),
    )
    diagnostics.push(...read.diagnostics)
    found.set(id, read.value)
    const problem = read.diagnostics[0]?.message ?? null
    off.set(id, { id, path: file.path, problem, skill: read.value })
  }
  const enabled = readEnabled(config, [...found.keys()])
  const skills = enabled.flatMap((id) => found.get(id) ?? [])
  for (const { id } of skills) off.delete(id)
  return { skills, skillsOff: [...off.values()], diagnostics }
}

function readSkill(head: YamlMap, body: string, id: string, path: string): SkillPlan | null {
  const name = head.string('name', invalid)
  const description = head.string('description', invalid)
  if (name === undefined ? !head.has('name') : name !== id)
    head.file.report(invalid, `"name" must be the folder's name "${id}".`, head.nodeOf('name'))
  if (!head.has('description')) head.file.report(invalid, '"description" is missing.', head.node)
  const grantedTools = readNames(head, 'granted_tools', invalid) ?? []
  const grantedCommands = readNames(head, 'granted_commands', invalid) ?? []
  return description ? { id, description, path, grantedTools, grantedCommands, body } : null
}

/** A list, or `enabled`, names all that are on, in order; `disabled` beats it. Without both everything found is on. */
function readEnabled(config: YamlMap, found: string[]): string[] {
  if (!config.has('skills')) return found
  if (Array.isArray(config.json('skills'))) return readIds(config, 'skills', found) ?? []
  const choice = config.map('skills', unknown)
  if (!choice) return found
  choice.warnUnknown(['enabled', 'disabled'])
  const enabled = readIds(choice, 'enabled', found) ?? found
  const disabled = new Set(readIds(choice, 'disabled', found))
  return enabled.filter((id) => !disabled.has(id))
}

function readIds(map: YamlMap, key: string, found: string[]): string[] | undefined {
  const texts = map.texts(key, unknown)
  if (!texts) return undefined
  const known = new Set(found)
  const ids = new Set<string>()
  for (const { text, node } of texts) {
    if (ids.has(text)) map.file.report(unknown, `The skill "${text}" is there twice.`, node)
    else if (!known.has(text))
      map.file.report(unknown, `There is no skill "${text}".`, node, `Its file is skills/${text}/SKILL.md.`)
    ids.add(text)
  }
  return [...ids]
}

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
  const found = new Map<string, { skill: SkillPlan | null; off: SkillOff }>()
  for (const { id, layer, file } of filesOf(collected)) {
    const shadows = shadowed(found.get(id))
    const read = readFrontmatter(file, invalid, 'A skill', (head, body) =>
      readSkill(head, { id, layer, shadows, path: file.path, body }),
    )
    diagnostics.push(...read.diagnostics)
    const problem = read.diagnostics[0]?.message ?? null
    const off: SkillOff = { id, layer, path: file.path, problem, skill: read.value }
    found.set(id, { skill: read.value, off })
  }
  const enabled = readEnabled(config, [...found.keys()])
  const skills = enabled.flatMap((id) => found.get(id)?.skill ?? [])
  const on = new Set(skills.map(({ id }) => id))
  const skillsOff = [...found].flatMap(([id, { off }]) => (on.has(id) ? [] : [off]))
  return { skills, skillsOff, diagnostics }
}

/** The workspace's own last, so that they are taken; in the order of their ids. */
function filesOf({ files, layered }: Collected) {
  const own = [...files.values()].flatMap((file) => {
    const id = skillOf(file.path)
    return id === undefined ? [] : [{ id, layer: 'workspace' as const, file }]
  })
  return [...layered, ...own]
}

function shadowed(lower: { skill: SkillPlan | null; off: SkillOff } | undefined): SkillPlan['shadows'] {
  return lower ? [...(lower.skill?.shadows ?? []), lower.off.layer] : []
}

function readSkill(
  head: YamlMap,
  from: Pick<SkillPlan, 'id' | 'layer' | 'shadows' | 'path' | 'body'>,
): SkillPlan | null {
  const { id } = from
  const name = head.string('name', invalid)
  const description = head.string('description', invalid)
  if (name === undefined ? !head.has('name') : name !== id)
    head.file.report(invalid, `"name" must be the folder's name "${id}".`, head.nodeOf('name'))
  if (!head.has('description')) head.file.report(invalid, '"description" is missing.', head.node)
  const grantedTools = readNames(head, 'granted_tools', invalid) ?? []
  const grantedCommands = readNames(head, 'granted_commands', invalid) ?? []
  return description ? { ...from, description, grantedTools, grantedCommands } : null
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

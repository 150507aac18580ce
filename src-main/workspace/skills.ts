import type { Diagnostic } from '@contract'
import type { Collected, SkillPlan } from './plan.ts'
import { YamlFile, type YamlMap } from './yaml-file.ts'

const invalid = 'workspace_skill_invalid'
const frontmatter = /^---\r?\n([\s\S]*?)\r?\n---(\r?\n|$)/

/** Skills found under `skills/<id>/SKILL.md`. An invalid one is a warning and stays out, never silently. */
export function readSkills(collected: Collected): { skills: SkillPlan[]; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const skills = [...collected.files.values()].flatMap((file): SkillPlan[] => {
    const folder = /^skills\/([^/]+)\/SKILL\.md$/.exec(file.path)?.[1]
    if (!folder) return []
    const head = frontmatter.exec(file.text)
    if (!head) {
      diagnostics.push({
        severity: 'warning',
        code: invalid,
        message: 'A skill starts with a "---" block holding name and description.',
        at: { file: file.path, line: 1 },
      })
      return []
    }
    const yaml = new YamlFile(file.path, `\n${head[1]}`, invalid)
    const { root } = yaml
    const name = root?.string('name', invalid)
    const description = root?.string('description', invalid)
    if (root && (name === undefined ? !root.has('name') : name !== folder)) {
      yaml.report(invalid, `"name" must be the folder's name "${folder}".`, root.nodeOf('name'))
    }
    if (root && !root.has('description')) yaml.report(invalid, '"description" is missing.', root.node)
    const grantedTools = root ? readGranted(root) : []
    diagnostics.push(...yaml.problems.map((problem) => ({ ...problem, severity: 'warning' as const })))
    if (yaml.problems.length > 0 || !description) return []
    return [{ id: folder, description, path: file.path, grantedTools }]
  })
  return { skills, diagnostics }
}

/** A list, or text with commas. */
function readGranted(root: YamlMap): string[] {
  const value = root.json('granted_tools')
  if (value === undefined || value === null) return []
  const tools = typeof value === 'string' ? value.split(',') : (root.strings('granted_tools', invalid) ?? [])
  return tools.map((tool) => tool.trim()).filter((tool) => tool !== '')
}

import type { Diagnostic } from '@contract'
import { isMap } from 'yaml'
import { isModel } from './agent.ts'
import { readFrontmatter, readNames } from './frontmatter.ts'
import { wrongName } from './kinds.ts'
import type { Collected, SubagentPlan } from './plan.ts'
import type { YamlMap } from './yaml-file.ts'

const invalid = 'workspace_subagent_invalid'
const defaultSteps = 10

interface Known {
  /** Ids of servers and apps. */
  sources: Set<string>
  /** Ids of all skills found, also of those that are off. */
  skills: Set<string>
}

/** `subagents/<id>.md`: the frontmatter declares it, the body is its system prompt. An invalid one is a warning and stays out. */
export function readSubagents(
  collected: Collected,
  known: Known,
): { subagents: SubagentPlan[]; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const subagents = [...collected.files.values()].flatMap((file): SubagentPlan[] => {
    const id = /^subagents\/([^/]+)\.md$/.exec(file.path)?.[1]
    if (id === undefined) return []
    const read = readFrontmatter(file, invalid, 'A subagent', (head, body) =>
      readSubagent(head, { id, path: file.path, body }, known),
    )
    diagnostics.push(...read.diagnostics)
    return read.value ? [read.value] : []
  })
  return { subagents, diagnostics }
}

function readSubagent(
  head: YamlMap,
  from: Pick<SubagentPlan, 'id' | 'path' | 'body'>,
  known: Known,
): SubagentPlan | null {
  const description = head.string('description', invalid)
  if (!head.has('description')) head.file.report(invalid, '"description" is missing.', head.node)
  const model = head.string('model', invalid) ?? null
  if (model !== null && !isModel(model))
    head.file.report(invalid, '"model" is "provider/model" or "auto".', head.nodeOf('model'))
  const tools = readNames(head, 'tools', invalid)
  for (const tool of tools ?? []) {
    const wrong = wrongName(tool, known.sources)
    if (wrong) head.file.report(invalid, `tools: ${wrong}`, head.nodeOf('tools'))
  }
  const skills = readNames(head, 'skills', invalid)
  for (const skill of skills ?? []) {
    if (!known.skills.has(skill))
      head.file.report('workspace_skill_unknown', `There is no skill "${skill}".`, head.nodeOf('skills'))
  }
  const plan = {
    ...from,
    workspace: readWorkspace(head),
    model,
    steps: head.positiveInteger('steps', invalid) ?? defaultSteps,
    tools,
    skills,
    mode: head.string('mode', invalid) ?? null,
    hidden: head.boolean('hidden', invalid) ?? false,
  }
  return description ? { ...plan, description } : null
}

function readWorkspace(head: YamlMap): SubagentPlan['workspace'] {
  const modes = ['isolated', 'shared'] as const
  const map = isMap(head.raw('workspace')) ? head.map('workspace', invalid) : undefined
  return (map ? map.oneOf('mode', modes, invalid) : head.oneOf('workspace', modes, invalid)) ?? 'isolated'
}

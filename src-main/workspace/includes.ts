import type { Collected, WorkspacePlan } from './plan.ts'
import { fileAt } from './reference.ts'
import type { YamlMap } from './yaml-file.ts'

/** `prompt.include`: more files for the prompt, whole and in this order. */
export function readIncludes(config: YamlMap, collected: Collected): WorkspacePlan['includes'] {
  const invalid = 'workspace_option_invalid'
  const prompt = config.map('prompt', invalid)
  prompt?.warnUnknown(['include'])
  // These have their own place in the prompt.
  const seen = new Set(['AGENTS.md', 'ONBOARD.md', 'knowledge/KNOWLEDGE.md'])
  return (prompt?.texts('include', invalid) ?? []).flatMap(({ text, node }) => {
    const file = fileAt(config.file, { path: text, node, collected, absent: 'workspace_include_not_found' })
    if (!file) return []
    if (seen.has(file.path)) {
      config.file.report(invalid, `${file.path} would be in the prompt twice.`, node)
      return []
    }
    seen.add(file.path)
    return [{ file: file.path, text: file.text }]
  })
}

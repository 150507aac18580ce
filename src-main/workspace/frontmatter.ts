import type { Diagnostic } from '@contract'
import type { AuthoredFile } from './plan.ts'
import { YamlFile, type YamlMap } from './yaml-file.ts'

const block = /^---\r?\n([\s\S]*?)\r?\n---(\r?\n|$)/

/**
 * A Markdown file with a "---" block in front. What is wrong with one is a warning, and `read` gives null then: such a
 * file stays out, never silently. `read` may report with the code too.
 */
export function readFrontmatter<T>(
  file: AuthoredFile,
  code: string,
  what: string,
  read: (head: YamlMap, body: string) => T | null,
): { value: T | null; diagnostics: Diagnostic[] } {
  const head = block.exec(file.text)
  if (!head) {
    const message = `${what} starts with a "---" block holding its keys.`
    return {
      value: null,
      diagnostics: [{ severity: 'warning', code, message, at: { file: file.path, line: 1 } }],
    }
  }
  // The line break stands for the first mark, so that lines are counted as in the file.
  const yaml = new YamlFile(file.path, `\n${head[1]}`, code)
  const value = yaml.root && read(yaml.root, file.text.slice(head[0].length))
  const diagnostics = yaml.problems.map((problem) => ({ ...problem, severity: 'warning' as const }))
  return { value: diagnostics.length > 0 ? null : value, diagnostics }
}

/** A list, or text with commas. Null when the key is not there. */
export function readNames(head: YamlMap, key: string, code: string): string[] | null {
  const value = head.json(key)
  if (value === undefined || value === null) return null
  const names = typeof value === 'string' ? value.split(',') : (head.strings(key, code) ?? [])
  return names.map((name) => name.trim()).filter((name) => name !== '')
}

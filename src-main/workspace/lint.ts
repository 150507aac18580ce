import type { Diagnostic } from '@contract'
import { type Mark, marksIn, type Place } from './markdown-marks.ts'

/** Above this, rules crowd out the task; an estimate in tokens. */
const longTokens = 6000
/** A text that is wrong all through is not told line by line. */
const maxFindings = 200
const maxNames = 2000

export interface MarkdownNames {
  /** Targets of links and images that lie in the folder, as written. */
  links: (Place & { target: string })[]
  /** Words in backquotes that look like `server.tool` or a built-in tool's name. */
  tools: (Place & { id: string })[]
}

/** What is wrong or doubtful in a text that goes into the prompt, and what it names. Pure. */
export function lintMarkdown(
  file: string,
  text: string,
  tokens: number,
): { diagnostics: Diagnostic[]; names: MarkdownNames } {
  const diagnostics: Diagnostic[] = []
  const report = (
    severity: Diagnostic['severity'],
    code: string,
    at: Place,
    message: string,
    hint?: string,
  ) => diagnostics.push({ severity, code, message, at: { file, ...at }, ...(hint ? { hint } : {}) })
  if (text.trim() === '') {
    report(
      'info',
      'instructions_empty',
      { line: 1, column: 1 },
      `${file} is empty: it adds nothing to the prompt.`,
    )
    return { diagnostics, names: { links: [], tools: [] } }
  }
  if (tokens > longTokens) {
    const message = `${file} is about ${tokens.toLocaleString('en-US')} tokens in every request.`
    report(
      'info',
      'instructions_long',
      { line: 1, column: 1 },
      message,
      'Move what is rarely needed to a skill or to knowledge/.',
    )
  }
  for (const found of hiddenCharacters(text)) {
    const message = `There is a character here that does not show (${found.name}); a model reads it all the same.`
    report(
      'warning',
      'instructions_hidden_character',
      found,
      message,
      'Remove it, unless the language needs it.',
    )
  }
  const names: MarkdownNames = { links: [], tools: [] }
  let depth = 0
  for (const mark of marksIn(text)) {
    if (diagnostics.length >= maxFindings) break
    const found = findingAt(mark, depth)
    if (found) report(...found)
    if (mark.kind === 'heading') depth = mark.depth
    else keepName(names, mark)
  }
  return { diagnostics, names }
}

/** `depth`: of the heading before; 0 where there is none. */
function findingAt(
  mark: Mark,
  depth: number,
): [Diagnostic['severity'], code: string, at: Place, message: string, hint?: string] | null {
  const at = { line: mark.line, column: mark.column }
  if (mark.kind === 'heading' && depth > 0 && mark.depth > depth + 1) {
    const message = `A heading of level ${mark.depth} follows one of level ${depth}.`
    return ['info', 'instructions_heading_skipped', at, message]
  }
  if (mark.kind === 'open_fence') {
    const message = 'This code block is not closed: everything after it is code.'
    return ['warning', 'instructions_fence_open', at, message, 'End it with a line of ```.']
  }
  if (mark.kind !== 'comment') return null
  const message = 'This comment does not show on a page; a model reads it all the same.'
  return ['info', 'instructions_comment', at, message]
}

function keepName({ links, tools }: MarkdownNames, mark: Mark): void {
  const at = { line: mark.line, column: mark.column }
  if (mark.kind === 'link' && isLocal(mark.target) && links.length < maxNames)
    links.push({ ...at, target: mark.target })
  if (mark.kind === 'code' && isToolName(mark.text) && tools.length < maxNames)
    tools.push({ ...at, id: mark.text })
}

const isToolName = (text: string) => text.length <= 200 && /^[A-Za-z][\w-]*[._][\w.-]*\w$/.test(text)

const isLocal = (url: string) =>
  url !== '' && !url.startsWith('#') && !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url)

const hidden: [RegExp, string][] = [
  [/[\u202a-\u202e\u2066-\u2069]/g, 'it changes the direction of text'],
  [/[\u200b\u2060\ufeff]/g, 'zero width'],
  [/[\u{e0000}-\u{e007f}]/gu, 'a tag'],
  [/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, 'a control character'],
]

function hiddenCharacters(text: string): (Place & { name: string })[] {
  const found: (Place & { name: string })[] = []
  for (const [pattern, name] of hidden) {
    for (const match of text.matchAll(pattern)) {
      // A byte order mark at the start is the editor's.
      if (match.index === 0 && match[0] === '\ufeff') continue
      const before = text.slice(0, match.index)
      const line = before.split('\n').length
      found.push({ line, column: match.index - before.lastIndexOf('\n'), name })
      if (found.length >= 20) return found
    }
  }
  return found
}

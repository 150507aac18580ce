import type { Diagnostic } from '@contract'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { visit } from 'unist-util-visit'

/** Above this, rules crowd out the task; an estimate in tokens. */
const longTokens = 6000
/** What is read of it: past this, a text made to be slow would hold up everyone. */
const maxCharacters = 100_000

type Place = { line: number; column: number }

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
  visit(fromMarkdown(text.slice(0, maxCharacters)), (node) => {
    const { line = 1, column = 1 } = node.position?.start ?? {}
    const at = { line, column }
    if (node.type === 'heading') {
      if (depth > 0 && node.depth > depth + 1) {
        const message = `A heading of level ${node.depth} follows one of level ${depth}.`
        report('info', 'instructions_heading_skipped', at, message)
      }
      depth = node.depth
    } else if (node.type === 'code' && isOpenFence(text, node.position)) {
      const message = 'This code block is not closed: everything after it is code.'
      report('warning', 'instructions_fence_open', at, message, 'End it with a line of ```.')
    } else if ((node.type === 'link' || node.type === 'image') && isLocal(node.url)) {
      names.links.push({ ...at, target: node.url })
    } else if (node.type === 'inlineCode' && /^[A-Za-z][\w-]*[._][\w.-]*\w$/.test(node.value)) {
      names.tools.push({ ...at, id: node.value })
    } else if (node.type === 'html' && node.value.startsWith('<!--')) {
      const message = 'This comment does not show on a page; a model reads it all the same.'
      report('info', 'instructions_comment', at, message)
    }
  })
  return { diagnostics, names }
}

const isLocal = (url: string) =>
  url !== '' && !url.startsWith('#') && !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url)

function isOpenFence(
  text: string,
  position: { start: { offset?: number }; end: { offset?: number } } | undefined,
): boolean {
  const source = text.slice(position?.start.offset ?? 0, position?.end.offset ?? 0)
  const fence = /^(`{3,}|~{3,})/.exec(source)?.[1]
  if (!fence) return false
  const last = source.trimEnd().split('\n').at(-1)?.trim() ?? ''
  const closes = last.length >= fence.length && [...last].every((sign) => sign === fence[0])
  return !closes || source.trimEnd().indexOf('\n') < 0
}

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

import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import type { Gatherer } from './port.ts'

const maxDepth = 200

/** A JSON file as people write it: with comments, trailing commas, a byte order mark. */
export class JsonFile {
  private constructor(
    readonly path: string,
    private readonly lineAt: (offset: number) => number,
    private readonly root: Node,
  ) {}

  /** Null when it is no JSON object, which is said. */
  static parse(path: string, raw: string, gatherer: Gatherer): JsonFile | null {
    const text = raw.replace(/^\ufeff/, '')
    const lineAt = linesOf(text)
    const deep = tooDeepAt(text)
    if (deep !== null) {
      const message = `Tried to read ${path}: it is nested more than ${maxDepth} levels deep.`
      gatherer.say('import_file_invalid', message, path, lineAt(deep))
      return null
    }
    const errors: ParseError[] = []
    const root = parseTree(text, errors, { allowTrailingComma: true })
    const [error] = errors
    if (error || root?.type !== 'object') {
      const what = error ? printParseErrorCode(error.error) : 'it is no object'
      const message = `Tried to read ${path}: ${what}.`
      gatherer.say('import_file_invalid', message, path, error ? lineAt(error.offset) : 1)
      return null
    }
    return new JsonFile(path, lineAt, root)
  }

  value(...at: (string | number)[]): unknown {
    const node = findNodeAtLocation(this.root, at)
    return node && getNodeValue(node)
  }

  /** Key, value and line of each; where a key is there twice, the last. */
  entries(...at: (string | number)[]): [key: string, value: unknown, line: number][] {
    const node = findNodeAtLocation(this.root, at)
    if (node?.type !== 'object') return []
    const entries = (node.children ?? []).flatMap(({ offset, children = [] }) => {
      const [key, value] = children
      return key ? [[String(key.value), value && getNodeValue(value), this.lineAt(offset)] as const] : []
    })
    return [...new Map(entries.map(([key, value, line]) => [key, [key, value, line]])).values()] as [
      string,
      unknown,
      number,
    ][]
  }

  line(...at: (string | number)[]): number {
    const node = findNodeAtLocation(this.root, at)
    return this.lineAt(node?.parent?.type === 'property' ? node.parent.offset : (node?.offset ?? 0))
  }
}

/** The line of an offset, for one who asks again and again. */
export function linesOf(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

/** Where it is nested deeper than any settings are: the parser, which calls itself, would run out of stack. */
function tooDeepAt(text: string): number | null {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\\') at++
    else if (sign === '"') inText = !inText
    else if (sign === '\n') inText = false
    else if (inText) continue
    else if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
    if (depth > maxDepth) return at
  }
  return null
}

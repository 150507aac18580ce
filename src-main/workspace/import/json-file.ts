import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import type { Gatherer } from './port.ts'

/** A JSON file as people write it: with comments, trailing commas, a byte order mark. */
export class JsonFile {
  private constructor(
    readonly path: string,
    private readonly text: string,
    private readonly root: Node,
  ) {}

  /** Null when it is no JSON object, which is said. */
  static parse(path: string, raw: string, gatherer: Gatherer): JsonFile | null {
    const text = raw.replace(/^\ufeff/, '')
    const errors: ParseError[] = []
    const root = parseTree(text, errors, { allowTrailingComma: true })
    const [error] = errors
    if (error || root?.type !== 'object') {
      const what = error ? printParseErrorCode(error.error) : 'it is no object'
      const message = `Tried to read ${path}: ${what}.`
      gatherer.say('import_file_invalid', message, path, error ? lineAt(text, error.offset) : 1)
      return null
    }
    return new JsonFile(path, text, root)
  }

  value(...at: (string | number)[]): unknown {
    const node = findNodeAtLocation(this.root, at)
    return node && getNodeValue(node)
  }

  entries(...at: (string | number)[]): [string, unknown][] {
    const value = this.value(...at)
    return value && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : []
  }

  line(...at: (string | number)[]): number {
    const node = findNodeAtLocation(this.root, at)
    return lineAt(this.text, node?.parent?.type === 'property' ? node.parent.offset : (node?.offset ?? 0))
  }
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

import type { Diagnostic } from '@contract'
import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type Pair,
  visit,
  type YAMLMap,
} from 'yaml'
import { checkRelative } from '../kit/index.ts'
import { type ParsedYaml, parseYaml } from './parse-yaml.ts'

/** Made to be slow, this much takes the parser about a second; nobody writes more by hand. */
export const maxCharacters = 128 * 1024
/** A file that is wrong all through is not told line by line. */
const maxErrors = 20

/** A YAML file with positions: values are read by key, and every problem knows its line. */
export class YamlFile {
  readonly problems: Diagnostic[] = []
  readonly root: YamlMap | null
  private readonly lines: LineCounter
  private readonly doc: ParsedYaml['doc']

  /** Never throws: a file that is not a YAML mapping has `root` null and a problem with `invalidCode`. */
  constructor(
    readonly file: string,
    text: string,
    readonly invalidCode: string,
  ) {
    const { doc, errors, lines } = parseYaml(text, maxCharacters)
    this.doc = doc
    this.lines = lines
    for (const error of errors.slice(0, maxErrors)) {
      const at = lines.linePos(error.offset)
      this.add('error', invalidCode, error.message, {
        line: Math.max(at.line, 1),
        column: Math.max(at.col, 1),
      })
    }
    this.root = this.problems.length === 0 ? this.readRoot() : null
  }

  private readRoot(): YamlMap | null {
    const contents = this.doc.contents
    if (!isMap(contents)) {
      this.report(this.invalidCode, `${this.file} is not a YAML mapping (key: value lines).`, contents)
      return null
    }
    try {
      this.checkNodes()
      // Aliases that multiply without bound fail here, before anything walks them.
      if (this.problems.length === 0) this.doc.toJS({ maxAliasCount: 100 })
    } catch (error) {
      this.report(this.invalidCode, wordsOf(error), contents)
    }
    return this.problems.length === 0 ? new YamlMap(this, contents) : null
  }

  /** What the parser leaves to others: keys that are there twice, aliases to nothing. */
  private checkNodes(): void {
    const anchors = new Set<string>()
    visit(this.doc, {
      Node: (_key, node) => {
        if (isAlias(node)) {
          if (!anchors.has(node.source))
            this.report(this.invalidCode, `There is no anchor "&${node.source}" before this.`, node)
          return
        }
        if (node.anchor) anchors.add(node.anchor)
        if (isMap(node)) this.checkKeys(node)
      },
    })
  }

  private checkKeys(map: YAMLMap): void {
    const seen = new Set<string>()
    for (const pair of map.items) {
      // As they are read: 1 and "1" are the same key.
      const key = keyOf(pair as Pair)
      if (seen.has(key)) this.report(this.invalidCode, `The key "${key}" is there twice.`, pair.key)
      seen.add(key)
    }
  }

  /** The node itself, with an alias followed. */
  resolve(node: unknown): unknown {
    return isAlias(node) ? node.resolve(this.doc) : node
  }

  toJson(node: unknown): unknown {
    return isNode(node) ? node.toJS(this.doc) : node
  }

  report(
    code: string,
    message: string,
    node: unknown,
    hint?: string,
    severity: Diagnostic['severity'] = 'error',
  ): void {
    this.add(severity, code, message, this.positionOf(node), hint)
  }

  /** The first place of the file where the node has none. */
  positionOf(node: unknown): { line: number; column: number } {
    const range = isNode(node) ? (node as Node).range : null
    const position = range ? this.lines.linePos(range[0]) : { line: 1, col: 1 }
    return { line: position.line, column: position.col }
  }

  private add(
    severity: Diagnostic['severity'],
    code: string,
    message: string,
    at: { line?: number; column?: number },
    hint?: string,
  ): void {
    this.problems.push({ severity, code, message, at: { file: this.file, ...at }, ...(hint ? { hint } : {}) })
  }
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** A mapping in a YamlFile. Reading a key of the wrong type reports it and gives undefined. */
export class YamlMap {
  private index: Map<string, Pair> | null = null

  constructor(
    readonly file: YamlFile,
    readonly node: YAMLMap,
  ) {}

  keys(): string[] {
    return this.node.items.map((pair) => keyOf(pair))
  }

  /** The node to point at for a key: its value where there is one, else the key. */
  nodeOf(key: string): unknown {
    const pair = this.pair(key)
    if (!pair) return this.node
    return isNode(pair.value) ? pair.value : pair.key
  }

  keyNode(key: string): unknown {
    return this.pair(key)?.key ?? this.node
  }

  has(key: string): boolean {
    return this.pair(key) !== undefined
  }

  raw(key: string): unknown {
    return this.file.resolve(this.pair(key)?.value)
  }

  json(key: string): unknown {
    return this.file.toJson(this.pair(key)?.value)
  }

  map(key: string, code: string): YamlMap | undefined {
    const value = this.raw(key)
    if (isMap(value)) return new YamlMap(this.file, value)
    if (this.has(key)) this.file.report(code, `"${key}" must be a mapping.`, this.nodeOf(key))
    return undefined
  }

  /** The same where somebody else says that it is no mapping. */
  quietMap(key: string): YamlMap | undefined {
    const value = this.raw(key)
    return isMap(value) ? new YamlMap(this.file, value) : undefined
  }

  /** Keys that have no effect here: they are kept. */
  warnUnknown(known: string[]): void {
    for (const key of this.keys()) {
      if (known.includes(key)) continue
      const message = `"${key}" is not a key this version knows here; it is kept and has no effect.`
      const hint = `Known are ${known.join(', ')}.`
      this.file.report('workspace_key_unknown', message, this.keyNode(key), hint, 'warning')
    }
  }

  oneOf<T extends string>(key: string, names: readonly T[], code: string): T | undefined {
    const value = this.raw(key)
    if (value === undefined) return undefined
    const found = isScalar(value) ? names.find((name) => name === value.value) : undefined
    if (found === undefined) {
      const words = names.map((name) => `"${name}"`).join(' or ')
      this.file.report(code, `"${key}" must be ${words}.`, this.nodeOf(key))
    }
    return found
  }

  /** A path in the workspace; one that leads out is `workspace_path_escape`. */
  path(key: string, code: string): string | undefined {
    const value = this.string(key, code)
    if (value === undefined) return undefined
    try {
      checkRelative(value)
      return value
    } catch (error) {
      this.file.report('workspace_path_escape', `${wordsOf(error)}.`, this.nodeOf(key))
      return undefined
    }
  }

  string(key: string, code: string): string | undefined {
    const value = this.raw(key)
    if (value === undefined) return undefined
    if (isScalar(value) && typeof value.value === 'string' && value.value !== '') return value.value
    this.file.report(code, `"${key}" must be text.`, this.nodeOf(key))
    return undefined
  }

  boolean(key: string, code: string): boolean | undefined {
    const value = this.raw(key)
    if (value === undefined) return undefined
    if (isScalar(value) && typeof value.value === 'boolean') return value.value
    this.file.report(code, `"${key}" must be true or false, without quotes.`, this.nodeOf(key))
    return undefined
  }

  positiveInteger(key: string, code: string): number | undefined {
    const value = this.raw(key)
    if (value === undefined) return undefined
    if (
      isScalar(value) &&
      typeof value.value === 'number' &&
      Number.isInteger(value.value) &&
      value.value > 0
    )
      return value.value
    this.file.report(code, `"${key}" must be a whole number above 0.`, this.nodeOf(key))
    return undefined
  }

  /** The items of a list with the node of each, or undefined when it is not a list. */
  list(key: string, code: string): unknown[] | undefined {
    const value = this.raw(key)
    if (isSeq(value)) return value.items.map((item) => this.file.resolve(item))
    if (this.has(key)) this.file.report(code, `"${key}" must be a list.`, this.nodeOf(key))
    return undefined
  }

  strings(key: string, code: string): string[] | undefined {
    const items = this.list(key, code)
    if (!items) return undefined
    const texts = items.map((item) =>
      isScalar(item) && typeof item.value === 'string' ? item.value : undefined,
    )
    const wrong = texts.indexOf(undefined)
    if (wrong < 0) return texts as string[]
    this.file.report(code, `"${key}" must be a list of texts; entry ${wrong + 1} is not.`, items[wrong])
    return undefined
  }

  /** The texts of a list with their places; every entry that is none is said. */
  texts(key: string, code: string): { text: string; node: unknown }[] | undefined {
    return this.list(key, code)?.flatMap((node, index) => {
      if (isScalar(node) && typeof node.value === 'string' && node.value !== '')
        return [{ text: node.value, node }]
      this.file.report(code, `"${key}" must be a list of texts; entry ${index + 1} is not.`, node)
      return []
    })
  }

  stringMap(key: string, code: string): Record<string, string> | undefined {
    const map = this.map(key, code)
    if (!map) return undefined
    const entries: [string, string][] = []
    for (const name of map.keys()) {
      const value = map.raw(name)
      if (isScalar(value) && typeof value.value === 'string') entries.push([name, value.value])
      else
        this.file.report(
          code,
          `"${key}.${name}" must be text (quote numbers and true/false).`,
          map.nodeOf(name),
        )
    }
    return Object.fromEntries(entries)
  }

  private pair(key: string): Pair | undefined {
    // Asked for key by key: looked for one by one, a long mapping would take the square of its length.
    this.index ??= new Map(this.node.items.map((pair) => [keyOf(pair), pair]))
    return this.index.get(key)
  }
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : String(pair.key)
}

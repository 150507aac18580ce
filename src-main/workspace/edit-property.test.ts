import type { Json, JsonObject } from '@contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMap, isNode, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { editYaml } from './edit.ts'
import { nasty } from './fixtures/nasty-yaml.ts'
import { type Styled, styledMapping, written } from './fixtures/styled-yaml.ts'

type Path = (string | number)[]
const parse = (text: string) => {
  const lines = new LineCounter()
  const doc = parseDocument(text.replace(/^\ufeff/, ''), { version: '1.2', lineCounter: lines })
  expect(doc.errors).toEqual([])
  return { doc, lines, json: doc.toJS() as Json }
}

/** The value that a plain assignment gives: said here a second time, on purpose. */
function assigned(json: Json, path: Path, value: Json | undefined): Json {
  // Not structuredClone: that keeps what is shared through an alias shared.
  const copy = JSON.parse(JSON.stringify(json)) as Json
  let at = copy as JsonObject
  for (const key of path.slice(0, -1)) {
    at[key] ??= {}
    at = at[key] as JsonObject
  }
  const last = path.at(-1)!
  if (value !== undefined) at[last] = value
  else if (Array.isArray(at)) at.splice(Number(last), 1)
  else delete at[last]
  return copy
}

/** That every line break is as the file's is looked at by itself. */
const linesOf = (text: string) => text.split(/\r?\n/)

interface Range {
  start: number
  end: number
}

/** The first and the last line (from 0) that an edit at this path may touch: those of the nearest entry that is there. */
function touched(text: string, path: Path, removes: boolean): [number, number] {
  const { doc, lines } = parse(text)
  const found: Range[] = [{ start: 0, end: text.length }]
  let node: unknown = doc.contents
  let count = 0
  for (const key of path) {
    const place = placeOf(node, key)
    if (!place) break
    count = isMap(node) || isSeq(node) ? node.items.length : 0
    node = place.value
    found.push({ start: place.start, end: isNode(node) ? node.range![1] : found.at(-1)!.end })
  }
  const own = found.at(-1)!
  const before = text
    .replace(/^\ufeff/, '')
    .slice(0, own.start)
    .split('\n')
    .at(-1)!
  const bare = (typeof path.at(-1) === 'number' ? before.replace(/- *$/, '') : before).trim() === ''
  // With the last entry its collection goes; with the first behind a dash, the next one moves up.
  const { start, end } = removes && (count === 1 || !bare) ? found.at(-2)! : own
  return [lines.linePos(start).line - 1, lines.linePos(Math.max(start, end - 1)).line - 1]
}

function placeOf(node: unknown, key: string | number): { start: number; value: unknown } | null {
  if (isMap(node)) {
    const pair = node.items.find((item) => String((item.key as { value?: unknown }).value) === key)
    return pair ? { start: (pair.key as Node).range![0], value: pair.value } : null
  }
  const value = isSeq(node) ? node.items[Number(key)] : undefined
  return isNode(value) ? { start: value.range![0], value } : null
}

function expectOnlyThat(text: string, path: Path, value: Json | undefined): void {
  const before = parse(text)
  const result = editYaml(text, [{ path, value }])
  if ('problem' in result)
    throw new Error(`${result.problem.message}\n${JSON.stringify({ text, path, value })}`)
  expect(parse(result.text).json).toEqual(assigned(before.json, path, value))
  const [first, last] = touched(text, path, value === undefined)
  const [old, now] = [linesOf(text), linesOf(result.text)]
  expect(now.slice(0, first)).toEqual(old.slice(0, first))
  const after = old.slice(last + 1).filter((line) => line !== '')
  const tail = now.filter((line) => line !== '')
  expect(tail.slice(tail.length - after.length)).toEqual(after)
  expect(result.text.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'))
  if (text.includes('\r\n')) expect(result.text.replaceAll('\r\n', '')).not.toContain('\n')
  // What was set back is as it was, where it was a value in its line.
  if (value !== undefined) expect(editYaml(result.text, [{ path, value }])).toEqual(result)
}

const scalar = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '',
    'yes',
    'true',
    '12',
    '# no',
    '- x',
    'a: b',
    '{',
    'null',
    'with\nlines\n',
    '日本',
    "it's",
    '"q"',
    '*a',
    '&a',
    '!t',
    '%',
    '@',
    '`',
  ),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)
const value: fc.Arbitrary<Json | undefined> = fc.oneof(
  scalar,
  fc.constant(undefined),
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(
    fc.constantFrom('x', 'y', 'long key', '5', 'é'),
    fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })),
    { maxKeys: 3 },
  ),
)

/** A path to something that is there, or to a key or entry that is not there yet. */
function somePath(json: Json, picks: number[]): Path {
  const path: Path = []
  let at: Json | undefined = json
  for (const pick of picks) {
    if (at === null || typeof at !== 'object') break
    const keys: (string | number)[] = Array.isArray(at) ? [...at.keys()] : Object.keys(at)
    const fresh: string | number = Array.isArray(at) ? at.length : 'fresh'
    const key: string | number = [...keys, fresh][pick % (keys.length + 1)]!
    path.push(key)
    at = (at as JsonObject)[key]
    if (pick % 3 === 0) break
  }
  return path
}

describe('an edit changes only the edited subtree', () => {
  it('in 200 generated files, and leaves every other line as it was', () => {
    const file = fc.record({
      tree: styledMapping,
      crlf: fc.boolean(),
      bom: fc.boolean(),
      ends: fc.boolean(),
      step: fc.constantFrom(2, 4),
    })
    fc.assert(
      fc.property(file, fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }), value, (style, picks, to) => {
        const text = written(style.tree as Styled, style)
        expectOnlyThat(text, somePath(parse(text).json, picks), to)
      }),
      { numRuns: 200 },
    )
  })

  it.each(nasty)('in a file with $name', ({ text, edits }) => {
    for (const [path, to] of edits) expectOnlyThat(text, path, to)
  })
})

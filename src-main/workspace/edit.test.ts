import type { Json } from '@contract'
import { describe, expect, it } from 'vitest'
import { editYaml } from './edit.ts'

type Path = (string | number)[]
const edited = (text: string, ...edits: [Path, Json | undefined][]) => {
  const result = editYaml(
    text,
    edits.map(([path, value]) => ({ path, value })),
  )
  return 'text' in result ? result.text : result.problem.message
}

describe('an edit writes what a person would have written', () => {
  it.each<[string, string, [Path, Json | undefined], string]>([
    ['a number', 'a: 1 # one\nb: 2\n', [['a'], 3], 'a: 3 # one\nb: 2\n'],
    ['a text in its quotes', 'a: \'x\'\nb: "y"\n', [['a'], "it's"], "a: 'it''s'\nb: \"y\"\n"],
    ['a text that must be quoted', 'a: x\n', [['a'], 'true'], 'a: "true"\n'],
    [
      'a new key',
      'a: 1\nb:\n  c: 2 # two\n\n# end\n',
      [['b', 'd'], 3],
      'a: 1\nb:\n  c: 2 # two\n  d: 3\n\n# end\n',
    ],
    [
      'a new key at the top',
      'a: 1 # x\n# end\n',
      [['b'], { c: [1] }],
      'a: 1 # x\nb:\n  c:\n    - 1\n# end\n',
    ],
    ['a key less', 'a: 1\n# about b\nb: 2 # two\nc: 3\n', [['b'], undefined], 'a: 1\n# about b\nc: 3\n'],
    ['an entry less', 'a:\n  - x # 1\n  - y # 2\n  - z\n', [['a', 1], undefined], 'a:\n  - x # 1\n  - z\n'],
    ['one more entry', 'a:\n  - x # 1\nb: 1\n', [['a', 1], 'y'], 'a:\n  - x # 1\n  - y\nb: 1\n'],
    [
      'a list with one out and one in',
      'a:\n  - x # 1\n  - y\n  - z # 3\n',
      [['a'], ['x', 'q', 'z']],
      'a:\n  - x # 1\n  - q\n  - z # 3\n',
    ],
    ['the last entry out', 'a:\n  - x\nb: 1\n', [['a', 0], undefined], 'a: []\nb: 1\n'],
    [
      'into an empty mapping',
      'a: {} # none\nb: 1\n',
      [['a', 's'], { t: 'local' }],
      'a: # none\n  s:\n    t: local\nb: 1\n',
    ],
    ['into nothing', 'a:\nb: 1\n', [['a', 's', 't'], 1], 'a:\n  s:\n    t: 1\nb: 1\n'],
    [
      'in a flow mapping',
      'a: {b: 1, c: [x, y]} # c\n',
      [
        ['a', 'c'],
        ['x', 'z, q'],
      ],
      'a: {b: 1, c: [x, "z, q"]} # c\n',
    ],
    ['out of a flow mapping', 'a: {b: 1, c: 2, d: 3}\n', [['a', 'b'], undefined], 'a: {c: 2, d: 3}\n'],
    ['in JSON', '{"a":1,"b":{"c":[1,2]}}', [['b', 'c', 2], 3], '{"a":1,"b":{"c":[1,2, 3]}}'],
    ['a mapping for a text', 'a: x # why\nb: 1\n', [['a'], { c: 1 }], 'a: # why\n  c: 1\nb: 1\n'],
    ['a text for a mapping', 'a: # why\n  c: 1\nb: 1\n', [['a'], 'x'], 'a: x # why\nb: 1\n'],
    ['a text for a literal', 'a: |\n  one\n  two\n\nb: 1\n', [['a'], 'x'], 'a: x\n\nb: 1\n'],
    ['with CRLF', 'a:\r\n  b: 1\r\n', [['a', 'c'], [1]], 'a:\r\n  b: 1\r\n  c:\r\n    - 1\r\n'],
    ['with a BOM', '\ufeffa: 1\n', [['b'], 2], '\ufeffa: 1\nb: 2\n'],
    ['without a last line break', 'a: 1', [['b'], 2], 'a: 1\nb: 2'],
    ['out at the end without a last line break', 'a: 1\nb: 2', [['b'], undefined], 'a: 1'],
    ['four spaces', 'a:\n    b: 1\n', [['a', 'c'], { d: 1 }], 'a:\n    b: 1\n    c:\n        d: 1\n'],
    ['lists that are not indented', 'a:\n- x\n- y\n', [['a', 2], 'z'], 'a:\n- x\n- y\n- z\n'],
    ['the first key behind a dash', 'a:\n  - b: 1\n    c: 2\n', [['a', 0, 'b'], undefined], 'a:\n  - c: 2\n'],
    [
      'a mapping in a list',
      'a:\n  - b: 1 # x\n',
      [['a', 1], { b: 2, c: 3 }],
      'a:\n  - b: 1 # x\n  - b: 2\n    c: 3\n',
    ],
    ['where an alias is', 'a: &x {b: 1}\nc: *x\n', [['c', 'b'], 2], 'a: &x {b: 1}\nc:\n  b: 2\n'],
    ['nothing where nothing changes', 'a:   "x"   # x\n', [['a'], 'x'], 'a:   "x"   # x\n'],
  ])('%s', (_what, text, edit, expected) => {
    expect(edited(text, edit)).toBe(expected)
  })
})

describe('an edit is refused, with the reason, when', () => {
  it.each<[string, string, [Path, Json | undefined], string]>([
    ['the file is broken', 'a: [1\n', [['a'], 1], 'workspace_config_invalid_yaml'],
    ['the file is too large', `a: ${'x'.repeat(200_000)}\n`, [['a'], 1], 'workspace_config_invalid_yaml'],
    [
      'the value is shared with another place',
      'a: &x {b: 1}\nc: *x\n',
      [['a', 'b'], 2],
      'workspace_edit_impossible',
    ],
    [
      'an anchor that is used would be gone',
      'a: &x 1\nc: *x\n',
      [['a'], undefined],
      'workspace_edit_impossible',
    ],
    ['a text is on the way', 'a: x\n', [['a', 'b'], 2], 'workspace_edit_impossible'],
    ['the place is past the end of the list', 'a: [1]\n', [['a', 5], 2], 'workspace_edit_impossible'],
    ['a key is there twice', 'a: 1\na: 2\n', [['a'], 3], 'workspace_edit_impossible'],
  ])('%s', (_what, text, [path, value], code) => {
    expect(editYaml(text, [{ path, value }])).toMatchObject({
      problem: { code, severity: 'error', at: { file: 'workspace.yaml' } },
    })
  })

  it('one of several is impossible: none of them is done', () => {
    expect(
      editYaml('a: 1\n', [
        { path: ['a'], value: 2 },
        { path: ['a', 'b'], value: 1 },
      ]),
    ).toHaveProperty('problem')
  })
})

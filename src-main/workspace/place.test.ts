import { describe, expect, it } from 'vitest'
import { placesIn } from './index.ts'

const text = `agents:
  id: a
mcp_registry:
  servers:
    files: { type: local, command: [node] }
session_kinds:
  main:
    allow:
      - files.read
      - shell
`

describe('the place of something in workspace.yaml', () => {
  it.each([
    [['agents', 'id'], 2, 3],
    [['mcp_registry', 'servers', 'files'], 5, 5],
    [['session_kinds', 'main', 'allow', 'shell'], 10, 9],
    [['session_kinds', 'main', 'allow', 0], 9, 9],
    [['session_kinds', 'main', 'deny', 'shell'], 7, 3],
    [['nothing'], 1, 1],
    [[], 1, 1],
  ] as [(string | number)[], number, number][])('%j is line %i, column %i', (path, line, column) => {
    expect(placesIn(text)(path)).toEqual({ file: 'workspace.yaml', line, column })
  })

  it('is the file alone where it cannot be read', () => {
    expect(placesIn(null)(['agents'])).toEqual({ file: 'workspace.yaml' })
    expect(placesIn('a: [')(['a'])).toEqual({ file: 'workspace.yaml' })
    expect(placesIn('- a')(['a'])).toEqual({ file: 'workspace.yaml' })
  })

  it('is found through an alias', () => {
    const places = placesIn('base: &b\n  id: x\nagents: *b\n')
    expect(places(['agents', 'id'])).toEqual({ file: 'workspace.yaml', line: 2, column: 3 })
  })
})

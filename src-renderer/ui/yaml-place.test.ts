import { describe, expect, it } from 'vitest'
import { yamlPathAt, yamlPaths } from './yaml-place.ts'

const text = `# about
agents:
  id: one
  "the model": x # why
registry:
  list:
  - a
  - b
  apps:
    - id: board
      path: apps/board

    - id: notes
last: 1
`

describe('the place of a line in a YAML text', () => {
  it('is the path of the value that begins there', () => {
    expect(yamlPaths(text).map((path) => path?.join('.') ?? null)).toEqual([
      null,
      'agents',
      'agents.id',
      'agents.the model',
      'registry',
      'registry.list',
      'registry.list.0',
      'registry.list.1',
      'registry.apps',
      'registry.apps.0.id',
      'registry.apps.0.path',
      null,
      'registry.apps.1.id',
      'last',
      null,
    ])
  })

  it('of an empty line is told by where the cursor stands', () => {
    const lines = ['agents:', '  id: one', '  ']
    expect(yamlPathAt(lines, 3, 3)).toEqual(['agents'])
    expect(yamlPathAt(lines, 3, 1)).toEqual([])
  })
})

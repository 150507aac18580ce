import { describe, expect, it } from 'vitest'
import { completionsIn, schemaOf } from './schema.ts'

const schema = schemaOf(['loop', 'rehearsal'], ['docs.search', 'docs.read'], ['press-note'])

/** What is offered at the mark `|`. */
function offered(text: string, asked = false): string[] {
  const lines = text.split('\n')
  const line = lines.findIndex((one) => one.includes('|')) + 1
  const column = (lines[line - 1] ?? '').indexOf('|') + 1
  const bare = lines.map((one) => one.replace('|', ''))
  return completionsIn(schema, { lines: bare, line, column, asked })?.options.map(({ label }) => label) ?? []
}

describe('completion in workspace.yaml', () => {
  it('offers the keys of the mapping the cursor is in, without those that are there', () => {
    expect(offered('agents:\n  id: a\n  m|')).toEqual(['model', 'role'])
    expect(offered('agents:\n  id: a\nh|')).toContain('harness')
    expect(offered('agents:\n  id: a\nh|')).not.toContain('agents')
    expect(offered('mcp_registry:\n  servers:\n    docs:\n      t|\n      type: local')).not.toContain('type')
    expect(offered('applications:\n  - app_id: a\n    c|')).toEqual(['config_path'])
  })

  it('offers the values of a choice, also those only known at work', () => {
    expect(offered('harness: |')).toEqual(['loop', 'rehearsal'])
    expect(offered('session_kinds:\n  main:\n    preset: d|')).toEqual(['coordinate', 'direct'])
    expect(offered('mcp_registry:\n  allowlist:\n    tool_ids:\n      - docs.s|')).toEqual([
      'docs.search',
      'docs.read',
    ])
  })

  it('offers nothing in a comment, in free text, and on an empty line unless asked', () => {
    expect(offered('# har|')).toEqual([])
    expect(offered('name: ha|')).toEqual([])
    expect(offered('agents:\n  |')).toEqual([])
    expect(offered('agents:\n  |', true)).toEqual(['id', 'model', 'role'])
  })
})

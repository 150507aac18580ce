import type { EffectSource, Json } from '@contract'
import { describe, expect, it } from 'vitest'
import { listEdits } from '../json.ts'
import { allowlistEdits, discovering, modeIn, movedBy, naming, readAllowlist, without } from './allowlist.ts'

const source = (id: string, enabled = true): EffectSource => ({
  id,
  kind: 'local',
  enabled,
  mode: 'discovery',
  target: '',
  seenAt: null,
  verdicts: {} as never,
})
const sources = [source('docs'), source('crm'), source('old', false)]
const valuesOf = (allowlist: Json): Json => ({ mcp_registry: { servers: {}, allowlist } })
const place = ['mcp_registry', 'allowlist']

describe('the allowlist', () => {
  it('stays in discovery for the others when the first tool is named', () => {
    const before = readAllowlist(valuesOf({ tool_ids: [] }))
    const after = naming(before, ['docs.search'], sources)
    expect(after).toEqual({ ids: ['docs.search'], isMixed: true })
    expect(movedBy(before, after, sources, 'docs')).toEqual({ discovery: [], unlisted: [] })
    expect(naming(before, ['docs.search'], [source('docs'), source('old', false)]).isMixed).toBe(false)
  })

  it('tells whom a change moves along', () => {
    const before = { ids: ['docs.search'], isMixed: false }
    expect(modeIn(before, 'crm')).toBe('unlisted')
    expect(movedBy(before, discovering(before, 'docs'), sources, 'docs').discovery).toEqual(['crm'])
  })

  it('writes single entries, the last ones first where they go', () => {
    const values = valuesOf({ tool_ids: ['docs.a', 'docs.b', 'crm.c'] })
    const after = without(readAllowlist(values), (id) => id.startsWith('docs.'))
    expect(allowlistEdits(values, after)).toEqual([
      { path: [...place, 'tool_ids', 1] },
      { path: [...place, 'tool_ids', 0] },
    ])
    expect(listEdits(values, [...place, 'tool_ids'], ['docs.a', 'docs.b', 'crm.c', 'crm.d'], 1)).toEqual([
      { path: [...place, 'tool_ids', 3], value: 'crm.d' },
    ])
  })

  it('takes the whole away once it says nothing, and keeps what else stands in it', () => {
    const empty = { ids: [], isMixed: false }
    expect(allowlistEdits(valuesOf({ tool_ids: ['docs.a'], others: 'discover' }), empty)).toEqual([
      { path: place },
    ])
    expect(allowlistEdits(valuesOf({ tool_ids: ['docs.a'], note: 1 }), empty)).toEqual([
      { path: [...place, 'tool_ids'] },
    ])
  })
})

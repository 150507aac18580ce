import { idPrefix, isId } from '@contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, digestOf, newId, sha256 } from './digest.ts'

/** The same value with the keys of every object in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, entry]) => [key, shuffled(entry)]),
  )
}

describe('canonical JSON', () => {
  it('has sorted keys on every level, keeps lists in order and leaves undefined out', () => {
    const value = { b: [{ z: 1, a: undefined, y: null }, 'x'], a: { é: 1, e: 2, E: 3 }, c: undefined }
    expect(canonicalJson(value)).toBe('{"a":{"E":3,"e":2,"é":1},"b":[{"y":null,"z":1},"x"]}')
  })

  it('and its digest do not depend on the order of keys, and the text reads back as the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value))
        expect(digestOf(shuffled(value))).toBe(digestOf(value))
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('differs when the value does', () => {
    const values = [
      { a: 1 },
      { a: '1' },
      { a: [1] },
      { b: 1 },
      [1, 2],
      [2, 1],
      {},
      [],
      null,
      '',
      0,
      { a: null },
    ]
    expect(new Set(values.map(digestOf)).size).toBe(values.length)
  })

  it('does not take a key named __proto__ for the prototype', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"x":1}}'))).toBe('{"__proto__":{"x":1},"b":1}')
  })
})

describe('sha256', () => {
  it('is the known one, over bytes and over text as UTF-8', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(sha256('é')).toBe(sha256(Uint8Array.of(0xc3, 0xa9)))
  })
})

describe('a new id', () => {
  it('is an id of its kind, and none is made twice', () => {
    for (const kind of Object.keys(idPrefix) as (keyof typeof idPrefix)[]) {
      const ids = Array.from({ length: 2000 }, () => newId(kind))
      expect(ids.every((id) => isId(kind, id))).toBe(true)
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  it('sorts by the time it was made, through the change to one more digit', () => {
    const times = [
      0,
      1,
      35,
      36,
      1_700_000_000_000,
      1_700_000_000_001,
      36 ** 8 - 1,
      36 ** 8,
      4_000_000_000_000,
    ]
    const ids = times.map((time) => newId('run', time))
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids.map((id) => id.length)).size).toBe(1)
  })
})

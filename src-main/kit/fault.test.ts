import { describe, expect, it } from 'vitest'
import { FaultError, failed, fault, faultOf, ok, raise, reply, valueOf } from './fault.ts'

const parts = { owner: 'author', code: 'x', message: 'it was tried' } as const

describe('a fault', () => {
  it('is not to be tried again unless it says so', () => {
    expect(fault(parts)).toEqual({ ...parts, retry: 'no' })
    expect(fault({ ...parts, retry: 'later' }).retry).toBe('later')
  })

  it('keeps its cause on the way up, and comes out of what was thrown as it went in', () => {
    const cause = new Error('the disk')
    const thrown = raise(parts, cause)
    expect(thrown.cause).toBe(cause)
    expect(faultOf(thrown)).toBe(thrown.fault)
  })

  it('of something unknown is ours, in its own words', () => {
    expect(faultOf(new Error('boom'))).toEqual({
      owner: 'bug',
      code: 'unexpected',
      message: 'boom',
      retry: 'no',
    })
    expect(faultOf('text')).toMatchObject({ message: 'text' })
    expect(faultOf(null, { owner: 'store', code: 'y' })).toMatchObject({
      owner: 'store',
      code: 'y',
      message: 'null',
    })
  })
})

describe('a reply', () => {
  it('is made from work: its value, or what it threw', async () => {
    expect(await reply(() => 1)).toEqual(ok(1))
    expect(await reply(() => Promise.reject(raise(parts)))).toEqual(failed(parts))
    expect(await reply(() => JSON.parse('{'))).toMatchObject({ ok: false, fault: { owner: 'bug' } })
  })

  it('gives its value, or throws its fault', () => {
    expect(valueOf(ok('v'))).toBe('v')
    expect(() => valueOf(failed(parts))).toThrow(FaultError)
  })
})

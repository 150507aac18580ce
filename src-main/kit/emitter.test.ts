import { describe, expect, it } from 'vitest'
import { Emitter } from './emitter.ts'

function heard() {
  const errors: unknown[] = []
  return { emitter: new Emitter<number>((error) => errors.push(error)), errors, seen: [] as string[] }
}

describe('an emitter', () => {
  it('tells its listeners in the order they came', () => {
    const { emitter, seen } = heard()
    emitter.on((value) => seen.push(`a${value}`))
    emitter.on((value) => seen.push(`b${value}`))
    emitter.tell(1)
    emitter.tell(2)
    expect(seen).toEqual(['a1', 'b1', 'a2', 'b2'])
  })

  it('tells the others when one throws, and says what was thrown', () => {
    const { emitter, seen, errors } = heard()
    const failure = new Error('listener')
    emitter.on(() => {
      throw failure
    })
    emitter.on((value) => seen.push(`b${value}`))
    emitter.tell(1)
    expect({ seen, errors }).toEqual({ seen: ['b1'], errors: [failure] })
  })

  it('tells nobody who has stopped listening, also when that happens in the middle of telling', () => {
    const { emitter, seen } = heard()
    let stopSecond = () => {}
    emitter.on((value) => {
      seen.push(`a${value}`)
      stopSecond()
    })
    stopSecond = emitter.on((value) => seen.push(`b${value}`))
    emitter.tell(1)
    expect(seen).toEqual(['a1'])
  })

  it('tells a listener that was added while telling from the next time on', () => {
    const { emitter, seen } = heard()
    emitter.on((value) => {
      seen.push(`a${value}`)
      if (value === 1) emitter.on((late) => seen.push(`late${late}`))
    })
    emitter.tell(1)
    emitter.tell(2)
    expect(seen).toEqual(['a1', 'a2', 'late2'])
  })

  it('takes the same function twice, and stops each by itself', () => {
    const { emitter, seen } = heard()
    const listener = (value: number) => seen.push(String(value))
    const stop = emitter.on(listener)
    emitter.on(listener)
    stop()
    stop()
    emitter.tell(1)
    expect(seen).toEqual(['1'])
  })
})

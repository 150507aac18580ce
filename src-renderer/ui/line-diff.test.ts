import { describe, expect, it } from 'vitest'
import { diffLines } from './line-diff.ts'

const told = (before: string[], after: string[]) =>
  diffLines(before.join('\n'), after.join('\n')).map((line) =>
    line.kind === 'skip'
      ? `… ${line.many}`
      : `${{ same: ' ', added: '+', removed: '-' }[line.kind]}${line.text}`,
  )

describe('the difference of two texts', () => {
  it('tells a replaced line as one that went and one that came', () => {
    expect(told(['a', 'b', 'c'], ['a', 'B', 'c'])).toEqual([' a', '-b', '+B', ' c'])
  })

  it('finds what stayed between two changes', () => {
    expect(told(['a', 'b', 'c', 'd'], ['x', 'b', 'c', 'y'])).toEqual(['-a', '+x', ' b', ' c', '-d', '+y'])
  })

  it('folds long stretches of the same and counts them', () => {
    const many = Array.from({ length: 20 }, (_, at) => `line ${at}`)
    expect(told(many, [...many, 'new'])).toEqual(['… 18', ' line 18', ' line 19', '+new'])
  })

  it('tells a text that came or went as a whole', () => {
    expect(told([''], ['a', 'b'])).toEqual(['+a', '+b'])
    expect(told(['a'], [''])).toEqual(['-a'])
  })

  it('takes no line end that both have for a line', () => {
    expect(told(['a', ''], ['a', 'b', ''])).toEqual([' a', '+b'])
    expect(told(['a'], ['a', ''])).toEqual([' a', '+'])
  })

  it('numbers lines as each side has them', () => {
    const lines = diffLines('a\nb\nc', 'a\nc')
    expect(lines).toMatchObject([
      { kind: 'same', before: 1, after: 1 },
      { kind: 'removed', before: 2, after: null },
      { kind: 'same', before: 3, after: 2 },
    ])
  })

  it('shows two huge texts without a line in common as replaced, at once', () => {
    const huge = (sign: string) => Array.from({ length: 3000 }, (_, at) => `${sign}${at}`).join('\n')
    const lines = diffLines(huge('a'), huge('b'))
    expect(lines).toHaveLength(6000)
    expect(lines[0]).toMatchObject({ kind: 'removed' })
  })
})

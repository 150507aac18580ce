import { describe, expect, it } from 'vitest'
import { moveEdits, toggleEdits } from './edit-skills.ts'

describe('turning a skill on or off', () => {
  it('names what is off where all are on by themselves', () => {
    expect(toggleEdits({}, 'a', false)).toEqual([{ path: ['skills', 'disabled'], value: ['a'] }])
    expect(toggleEdits({ skills: { disabled: ['b'] } }, 'a', false)).toEqual([
      { path: ['skills', 'disabled'], value: ['b', 'a'] },
    ])
  })

  it('takes it out of the list that names what is on, and leaves an empty list rather than none', () => {
    expect(toggleEdits({ skills: ['a', 'b'] }, 'b', false)).toEqual([{ path: ['skills', 1] }])
    expect(toggleEdits({ skills: { enabled: ['a'] } }, 'a', false)).toEqual([
      { path: ['skills', 'enabled'], value: [] },
    ])
  })

  it('changes nothing where a quick second click asks for what is so already', () => {
    expect(toggleEdits({ skills: { disabled: ['a'] } }, 'a', false)).toEqual([])
    expect(toggleEdits({ skills: ['b'] }, 'a', false)).toEqual([])
  })

  it('takes back what turned it off, and leaves nothing behind', () => {
    expect(toggleEdits({ skills: { disabled: ['a'] } }, 'a', true)).toEqual([{ path: ['skills'] }])
    expect(toggleEdits({ skills: { disabled: ['a', 'b'] } }, 'b', true)).toEqual([
      { path: ['skills', 'disabled', 1] },
    ])
    expect(toggleEdits({ skills: { disabled: ['a'], kept: 1 } }, 'a', true)).toEqual([
      { path: ['skills', 'disabled'] },
    ])
    expect(toggleEdits({ skills: { enabled: ['b'], disabled: ['a'] } }, 'a', true)).toEqual([
      { path: ['skills', 'disabled'] },
      { path: ['skills', 'enabled'], value: ['b', 'a'] },
    ])
    expect(toggleEdits({ skills: ['b'] }, 'a', true)).toEqual([{ path: ['skills'], value: ['b', 'a'] }])
  })
})

describe('moving a skill', () => {
  it('writes the order of those that are on where none was written', () => {
    expect(moveEdits({}, ['a', 'b', 'c'], 'c', -1)).toEqual([
      { path: ['skills', 'enabled'], value: ['a', 'c', 'b'] },
    ])
  })

  it('changes nothing at the ends, or of one that is off by now', () => {
    expect(moveEdits({}, ['a', 'b'], 'a', -1)).toEqual([])
    expect(moveEdits({}, ['a', 'b'], 'b', 1)).toEqual([])
    expect(moveEdits({}, ['a', 'b'], 'c', 1)).toEqual([])
  })

  it('keeps the form of the list, and what else it names', () => {
    expect(moveEdits({ skills: ['a', 'gone', 'b'] }, ['a', 'b'], 'a', 1)).toEqual([
      { path: ['skills'], value: ['b', 'a', 'gone'] },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { age, bytes, shortHash, span } from './format.ts'
import { isComposing } from './ime.ts'
import { addOverlay, isCovered } from './overlay.ts'
import { rank } from './rank.ts'
import { reveal, revealLine } from './reveal.ts'
import { splitBlocks } from './split-blocks.ts'

describe('invisible characters', () => {
  it('are spelled out, so that nothing hides in untrusted text', () => {
    expect(reveal('report\u202Efdp.exe')).toBe('report⟨U+202E⟩fdp.exe')
    expect(reveal('a\u200Bb\uFEFF')).toBe('a⟨U+200B⟩b⟨U+FEFF⟩')
    expect(reveal('a\u{E0041}\u2028b\rc')).toBe('a⟨U+E0041⟩⟨U+2028⟩b⟨U+000D⟩c')
    expect(reveal('x\u001b[31mred')).toBe('x⟨U+001B⟩[31mred')
  })

  it('include the line end where it must not make one line look like two', () => {
    expect(revealLine('run.sh\nNothing else')).toBe('run.sh⟨U+000A⟩Nothing else')
  })

  it('leave lines, tabs and joined emoji alone', () => {
    expect(reveal('one\r\ntwo\r')).toBe('one\r\ntwo\r')
    expect(reveal('one\n\ttwo 👩‍💻')).toBe('one\n\ttwo 👩‍💻')
    expect(reveal('a\u200Db')).toBe('a⟨U+200D⟩b')
  })
})

describe('Markdown in blocks', () => {
  it('is cut at blank lines, but never inside a fence', () => {
    const text = 'One\nline\n\n```js\na\n\nb\n```\n\nTwo'
    expect(splitBlocks(text)).toEqual(['One\nline', '```js\na\n\nb\n```', 'Two'])
  })

  it('keeps an unfinished fence whole', () => {
    expect(splitBlocks('Say\n\n```\na\n\nb')).toEqual(['Say', '```\na\n\nb'])
  })
})

describe('an input method', () => {
  it('owns the key by any of its three signs (P37)', () => {
    expect(isComposing({ key: 'Enter', isComposing: true })).toBe(true)
    expect(isComposing({ key: 'Enter', keyCode: 229 })).toBe(true)
    expect(isComposing({ key: 'Process' })).toBe(true)
    expect(isComposing({ key: 'Enter', nativeEvent: { isComposing: true } })).toBe(true)
    expect(isComposing({ key: 'Enter', keyCode: 13 })).toBe(false)
  })
})

describe('overlays', () => {
  const area = { left: 100, top: 100, right: 200, bottom: 200 }

  it('cover what they touch and nothing else', () => {
    const remove = addOverlay({ left: 150, top: 150, right: 300, bottom: 300 })
    expect(isCovered(area)).toBe(true)
    expect(isCovered({ left: 0, top: 0, right: 150, bottom: 150 })).toBe(false)
    remove()
    expect(isCovered(area)).toBe(false)
  })

  it('cover everything while a dialog is open', () => {
    const remove = addOverlay('everything')
    expect(isCovered(area)).toBe(true)
    remove()
  })
})

describe('numbers', () => {
  it('read as a person writes them', () => {
    expect(age(134_000)).toBe('2:14')
    expect(age(3_734_000)).toBe('1:02:14')
    expect(span(84)).toBe('84 ms')
    expect(span(12_340)).toBe('12.3 s')
    expect(bytes(1536)).toBe('1.5 KB')
    expect(shortHash('7f3a90c2d41be87714ac07d1e12b6c21')).toBe('7f3a…c21')
  })
})

describe('the rank of a line in the palette', () => {
  it('is best at the beginning, good at a word, and nothing without every word that was typed', () => {
    const at = (typed: string) => rank('Change the theme', 'window', typed)
    expect(at('')).toBe(1)
    expect(at('change')).toBeGreaterThan(at('theme'))
    expect(at('theme')).toBeGreaterThan(at('heme'))
    expect(at('heme')).toBeGreaterThan(at('window'))
    expect(at('theme change')).toBeGreaterThan(0)
    expect(at('theme board')).toBe(0)
  })

  it('does not pick letters from all over a line', () => {
    expect(rank('Show in the file manager', '', 'theme')).toBe(0)
  })
})

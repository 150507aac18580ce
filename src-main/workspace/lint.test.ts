import { describe, expect, it } from 'vitest'
import { line } from './fixtures/folder.ts'
import { lintMarkdown } from './lint.ts'

const lint = (text: string, tokens = 10) => lintMarkdown('AGENTS.md', text, tokens)
const found = (text: string, tokens?: number) =>
  lint(text, tokens).diagnostics.map((diagnostic) => line(diagnostic).replace('AGENTS.md:', ''))

describe('rules for an agent', () => {
  it.each([
    ['plain rules', '# Rules\n\n- Be exact.\n', []],
    ['nothing', '  \n', ['1:1 info instructions_empty']],
    ['a heading that skips a level', '# A\n\n### B\n', ['3:1 info instructions_heading_skipped']],
    ['an open code block', 'a\n\n```sh\nls\n', ['3:1 warning instructions_fence_open']],
    ['a closed code block', '```sh\nls\n```\n', []],
    ['a long closing fence', '~~~\nls\n~~~~~\n', []],
    [
      'a character that turns text around',
      'ok\nshow \u202eevil\n',
      ['2:6 warning instructions_hidden_character'],
    ],
    ['a zero-width space', 'a\u200bb', ['1:2 warning instructions_hidden_character']],
    ['tag characters', 'a\u{e0041}', ['1:2 warning instructions_hidden_character']],
    ['joiners of a real script', 'क्‍ष', []],
    ['a byte order mark at the start', '\ufeff# A', []],
    ['a comment', 'a\n\n<!-- psst -->\n', ['3:1 info instructions_comment']],
  ])('%s', (_name, text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  it('says that it is long', () => {
    expect(found('x', 7000)).toEqual(['1:1 info instructions_long'])
  })

  it('gives the names that it uses, with their places', () => {
    const { names } = lint(
      'See [brief](docs/brief.md), [web](https://example.com), [top](#top).\n\nUse `board.add_item`, not `rm -rf`.\n',
    )
    expect(names).toEqual({
      links: [{ target: 'docs/brief.md', line: 1, column: 5 }],
      tools: [{ id: 'board.add_item', line: 3, column: 5 }],
    })
  })

  it('stays quick on a text that is made to be slow', () => {
    const text = `${'['.repeat(20_000)}${'*a '.repeat(20_000)}`
    expect(lint(text).names.links).toEqual([])
  })
})

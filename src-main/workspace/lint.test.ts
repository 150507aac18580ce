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

  it('sees names in lists and quotes, and none in code', () => {
    const { names } = lint('> - [a](a.md) and ![b](<b c.png>)\n\n```\n[c](c.md) `s.c`\n```\n``s.d`` \\`s.e\n')
    expect(names.links.map(({ target, column }) => [target, column])).toEqual([
      ['a.md', 5],
      ['b c.png', 19],
    ])
    expect(names.tools.map(({ id }) => id)).toEqual(['s.d'])
  })

  it('reads past the keys of a skill, and underlined headings', () => {
    expect(found('---\nname: a\n---\n\nTitle\n=====\n\n### Deep\n')).toEqual([
      '8:1 info instructions_heading_skipped',
    ])
  })

  it.each([
    ['brackets', '['],
    ['emphasis', '*a **b '],
    ['quotes', '>'],
    ['lists', '- '],
    ['both', '> - '],
    [
      'backquotes of any length',
      Array.from({ length: 300 }, (_, index) => `${'`'.repeat(index + 1)} `).join(''),
    ],
    ['links that do not end', '[a](<b '],
    ['comments that do not end', '<!--'],
    ['a long name', `\`a${'_'.repeat(4000)}!\` `],
    ['quotes on many lines', '> a\n'],
  ])('stays quick on %s without end', (_name, part) => {
    const startedAt = performance.now()
    lint(part.repeat(Math.ceil(500_000 / part.length)))
    expect(performance.now() - startedAt).toBeLessThan(1500)
  })

  it('says no more than a person can read', () => {
    expect(lint('<!-- a -->\n'.repeat(5000)).diagnostics).toHaveLength(200)
  })
})

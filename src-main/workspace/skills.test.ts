import { describe, expect, it } from 'vitest'
import { compiledOf, type Files, line } from './fixtures/folder.ts'

const wrong = 'warning workspace_skill_invalid'
const file = 'skills/press/SKILL.md'
const skill = (...head: string[]) => ({ [file]: `---\n${head.join('\n')}\n---\n# Body\n` })
const good = ['name: press', 'description: Writes a press note.']
const findings = async (files: Files) => (await compiledOf(files)).diagnostics.map(line)

describe('a skill that is written wrong is a warning at its place, and stays out of the plan', () => {
  it.each<[string, Files, string[]]>([
    ['no head', { [file]: '# Press\n' }, [`${file}:1 ${wrong}`]],
    ['an empty file', { [file]: '' }, [`${file}:1 ${wrong}`]],
    ['a head that does not end', { [file]: `---\n${good.join('\n')}\n` }, [`${file}:1 ${wrong}`]],
    ['a head that comes late', { [file]: `\n---\n${good.join('\n')}\n---\n` }, [`${file}:1 ${wrong}`]],
    ['broken YAML in the head', skill('name: press', 'description: [a'), [`${file}:3:16 ${wrong}`]],
    ['a head that is no mapping', skill('- press'), [`${file}:2:1 ${wrong}`]],
    ["another name than its folder's", skill('name: note', good[1]!), [`${file}:2:7 ${wrong}`]],
    ['no name', skill(good[1]!), [`${file}:2:1 ${wrong}`]],
    ['a name that is no text', skill('name: [press]', good[1]!), [`${file}:2:7 ${wrong}`]],
    ['no description', skill(good[0]!), [`${file}:2:1 ${wrong}`]],
    ['an empty description', skill(good[0]!, 'description: ""'), [`${file}:3:14 ${wrong}`]],
    ['grants of a wrong type', skill(...good, 'granted_tools: {a: b}'), [`${file}:4:16 ${wrong}`]],
    [
      'a grant of a wrong type',
      skill(...good, 'granted_tools:', '  - a.b', '  - 5'),
      [`${file}:6:5 ${wrong}`],
    ],
    [
      'a blank line before, counted',
      { [file]: '---\n\nname: other\ndescription: x\n---\n' },
      [`${file}:3:7 ${wrong}`],
    ],
    ['CRLF', { [file]: '---\r\nname: press\r\ndescription: 5\r\n---\r\n' }, [`${file}:3:14 ${wrong}`]],
    ['both wrong', skill('name: x', 'description: 5'), [`${file}:2:7 ${wrong}`, `${file}:3:14 ${wrong}`]],
  ])('%s', async (_what, files, expected) => {
    const { diagnostics, plan } = await compiledOf(files)
    expect(diagnostics.map(line)).toEqual(expected)
    expect(plan?.skills).toEqual([])
  })
})

describe('a skill that is written right', () => {
  it.each<[string, string]>([
    ['plain', `---\n${good.join('\n')}\n---\n# Body\n`],
    ['with a blank line after the first mark', `---\n\n${good.join('\n')}\n---\n`],
    ['with CRLF and a BOM', `\ufeff---\r\n${good.join('\r\n')}\r\n---\r\nBody`],
    ['without a body', `---\n${good.join('\n')}\n---`],
    ['with keys of others', `---\n${good.join('\n')}\nlicense: MIT\n---\n`],
    ['with a folded description', '---\nname: press\ndescription: >-\n  Writes\n  a press note.\n---\n'],
  ])('%s is in the plan', async (_what, text) => {
    const { plan, diagnostics } = await compiledOf({ [file]: text })
    expect(diagnostics).toEqual([])
    expect(plan?.skills).toEqual([
      {
        id: 'press',
        description: 'Writes a press note.',
        path: file,
        grantedTools: [],
        grantedCommands: [],
        body: text.slice(text.indexOf('---', 5) + 3).trimStart(),
      },
    ])
  })

  it('grants tools as a list or as text with commas', async () => {
    for (const granted of ['granted_tools: [a.b, c.d]', 'granted_tools: " a.b, ,c.d,"']) {
      const { plan } = await compiledOf(skill(...good, granted))
      expect(plan?.skills[0]?.grantedTools).toEqual(['a.b', 'c.d'])
    }
  })

  it('is not looked for in drafts, hidden folders, plain files and folders without one', async () => {
    const { plan, diagnostics } = await compiledOf({
      ...skill(...good),
      'skills/_drafts/SKILL.md': 'nothing',
      'skills/.hidden/SKILL.md': 'nothing',
      'skills/README.md': 'about skills',
      'skills/shared/notes.md': 'no skill',
    })
    expect(diagnostics).toEqual([])
    expect(plan?.skills.map(({ id }) => id)).toEqual(['press'])
  })

  it('and a wrong one beside it do not touch each other', async () => {
    const files = {
      ...skill(...good),
      'skills/bad/SKILL.md': 'x',
      'skills/also/SKILL.md': '---\nname: also\ndescription: b\n---\n',
    }
    expect(await findings(files)).toEqual([`skills/bad/SKILL.md:1 ${wrong}`])
    expect((await compiledOf(files)).plan?.skills.map(({ id }) => id)).toEqual(['also', 'press'])
  })
})

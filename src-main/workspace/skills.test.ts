import { describe, expect, it } from 'vitest'
import { compiledOf, type Files, line, minimal, workspaceOf } from './fixtures/folder.ts'
import { WorkspaceReader } from './read.ts'

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
        layer: 'workspace',
        shadows: [],
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

describe('skills of several layers', () => {
  const text = (id: string, words: string) => `---\nname: ${id}\ndescription: ${words}\n---\n${words}\n`
  async function read(own: Files, lower: Files, choice = '') {
    const folder = workspaceOf(lower)
    const root = workspaceOf({ 'workspace.yaml': `${minimal}${choice}`, 'AGENTS.md': '', ...own })
    const options = { skillLayers: [{ name: 'operator' as const, folder }] }
    return { folder, ...(await new WorkspaceReader(root, options).read()).compiled }
  }

  it('are all there; of the same id the workspace has the say, and that is shown', async () => {
    const { plan, files } = await read(
      { 'skills/press/SKILL.md': text('press', 'Ours') },
      {
        'press/SKILL.md': text('press', 'Mine'),
        'tone/SKILL.md': text('tone', 'Mine'),
        '_off/SKILL.md': text('_off', 'x'),
      },
    )
    expect(
      plan?.skills.map(({ id, layer, shadows, description }) => [id, layer, shadows, description]),
    ).toEqual([
      ['press', 'workspace', ['operator'], 'Ours'],
      ['tone', 'operator', [], 'Mine'],
    ])
    expect(files.map(({ path }) => path)).toEqual([
      'AGENTS.md',
      'operator:skills/tone/SKILL.md',
      'skills/press/SKILL.md',
      'workspace.yaml',
    ])
  })

  it('can be turned off like any other, and count in the checksum only while they are on', async () => {
    const lower = { 'tone/SKILL.md': text('tone', 'Mine') }
    const on = await read({}, lower)
    const off = await read({}, lower, 'skills: { disabled: [tone] }\n')
    expect(off.plan?.skills).toEqual([])
    expect(off.plan?.skillsOff).toMatchObject([{ id: 'tone', layer: 'operator', problem: null }])
    expect(off.files.map(({ path }) => path)).toEqual(['AGENTS.md', 'workspace.yaml'])
    const other = await read({}, { 'tone/SKILL.md': text('tone', 'Another') })
    expect(other.configChecksum).not.toBe(on.configChecksum)
  })

  it('that are wrong, or in a folder that is not there, stop nothing', async () => {
    const { plan, diagnostics } = await read({}, { 'bad/SKILL.md': 'no head', 'file.md': 'x' })
    expect(plan?.skills).toEqual([])
    expect(diagnostics.map(line)).toEqual(['operator:skills/bad/SKILL.md:1 warning workspace_skill_invalid'])
    const options = { skillLayers: [{ name: 'operator' as const, folder: '/nowhere/at/all' }] }
    const root = workspaceOf({ 'workspace.yaml': minimal })
    expect((await new WorkspaceReader(root, options).read()).compiled.plan?.skills).toEqual([])
  })
})

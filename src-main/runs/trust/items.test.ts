import { chmodSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { everything, Place } from './fixtures/place.ts'

async function reviewed() {
  const place = new Place({
    ...everything,
    '.git/hooks/pre-commit': '#!/bin/sh\n',
    '.git/hooks/not-executable': '',
    '.git/hooks/post-commit.sample': '#!/bin/sh\n',
  })
  chmodSync(place.at('.git/hooks/pre-commit'), 0o755)
  chmodSync(place.at('.git/hooks/not-executable'), 0o644)
  chmodSync(place.at('.git/hooks/post-commit.sample'), 0o755)
  return { place, review: await place.review() }
}

describe('the review of a workspace with everything', () => {
  it('names every command line, address, variable, code and loosening, word for word', async () => {
    const { review } = await reviewed()
    expect(review.status).toBe('untrusted')
    expect(review.items.map(({ key, group, lines }) => [key, group, lines])).toEqual([
      ['server:files', 'start', ["node servers/files.mjs '--mode=two words'"]],
      [
        'env:server:files:FILES_TOKEN',
        'give',
        ["FILES_TOKEN -> server files (node servers/files.mjs '--mode=two words')"],
      ],
      ['server:far', 'contact', ['https://mcp.example.test/v1']],
      ['env:server:far:FAR_KEY', 'give', ['FAR_KEY -> mcp.example.test']],
      ['app:board', 'start', ['setup: sh setup.sh', 'start: node server.mjs', 'stop: node stop.mjs']],
      ['env:app:board:BOARD_KEY', 'give', ['BOARD_KEY -> app board (node server.mjs)']],
      ['model:anthropic', 'give', ['ANTHROPIC_API_KEY -> api.anthropic.com (anthropic/claude)']],
      ['command:tidy', 'code', ["sh -c 'node scripts/tidy.mjs --all'"]],
      ['module:modules/sum.mjs', 'code', ['workspace.sum: sum of modules/sum.mjs']],
      ['module:schemas/result.mjs', 'code', ['schema of the result: schemas/result.mjs']],
      ['loosen:session_kinds.main.preset', 'loosen', ['session_kinds.main.preset: direct']],
      ['loosen:session_kinds.main.allow:files.write', 'loosen', ['session_kinds.main.allow: files.write']],
      [
        'loosen:session_kinds.onboarding.allow:mcp:files',
        'loosen',
        ['session_kinds.onboarding.allow: mcp:files'],
      ],
      [
        'loosen:session_kinds.onboarding.allow:far.search',
        'loosen',
        ['session_kinds.onboarding.allow: far.search'],
      ],
      ['loosen:policy:allow files.*', 'loosen', ['policy: allow files.*']],
      ['loosen:memory.autoAccept', 'loosen', ['memory.autoAccept: true']],
      ['loosen:schedule.self_service', 'loosen', ['schedule.self_service: true']],
      ['loosen:egress.default', 'loosen', ['egress.default: allow']],
      ['loosen:skill:writer:file_write', 'loosen', ['granted_tools: file_write']],
      ['hook:.git/hooks/pre-commit', 'note', ['.git/hooks/pre-commit']],
    ])
    for (const { state, effect, linesBefore } of review.items) {
      expect({ state, linesBefore }).toEqual({ state: 'new', linesBefore: null })
      expect(effect).toMatch(/^[A-Z].*\.$/)
    }
  })

  it('says where each is written, and which files stand behind it', async () => {
    const { place } = await reviewed()
    const about = async (key: string) => {
      const { at, files } = await place.item(key)
      return { at, files: files.map(({ path }) => path) }
    }
    expect(await about('server:files')).toEqual({
      at: { file: 'workspace.yaml', line: 7, column: 5 },
      files: ['servers/files.mjs', 'servers/lib/read.mjs'],
    })
    expect(await about('app:board')).toEqual({
      at: { file: 'apps/board/app.runtime.yaml' },
      files: [
        'apps/board/app.runtime.yaml',
        'apps/board/page/index.html',
        'apps/board/server.mjs',
        'apps/board/setup.sh',
      ],
    })
    expect((await about('command:tidy')).files).toEqual(['scripts/tidy.mjs'])
    expect((await about('model:anthropic')).at).toMatchObject({ line: 3 })
    expect((await about('loosen:session_kinds.onboarding.allow:far.search')).at).toMatchObject({
      line: 25,
      column: 36,
    })
    expect((await about('hook:.git/hooks/pre-commit')).files).toEqual(['.git/hooks/pre-commit'])
  })

  it('asks for no key where the operator chose the same provider, or it takes none', async () => {
    const { place } = await reviewed()
    const models = async () =>
      (await place.review()).items.filter(({ key }) => key.startsWith('model:')).map(({ key }) => key)
    place.choice = {
      api: 'anthropic-messages',
      provider: 'anthropic',
      model: 'x',
      baseUrl: 'http://h',
      keyName: 'K',
    }
    expect(await models()).toEqual([])
    place.choice = { ...place.choice, provider: 'openai' }
    expect(await models()).toEqual(['model:anthropic'])
    place.write({
      'workspace.yaml': everything['workspace.yaml'].replace('anthropic/claude', 'ollama/llama'),
    })
    expect(await models()).toEqual([])
  })
})

describe('a trusted item', () => {
  const yaml = everything['workspace.yaml']
  const changes: [string, Record<string, string>, Record<string, string>][] = [
    ['nothing at all', {}, {}],
    [
      'one character of the script',
      { 'servers/files.mjs': 'import "./lib/read.mjs";' },
      { 'server:files': 'changed' },
    ],
    [
      'a module beside the script',
      { 'servers/lib/read.mjs': 'export const a = 2\n' },
      { 'server:files': 'changed' },
    ],
    ['new code beside the script', { 'servers/other.js': '1' }, { 'server:files': 'changed' }],
    ['a text beside the script', { 'servers/notes.md': 'x' }, {}],
    ['a file of the app', { 'apps/board/page/index.html': '<p>' }, { 'app:board': 'changed' }],
    ['a new file of the app', { 'apps/board/page/new.css': '' }, { 'app:board': 'changed' }],
    [
      'the command line of a server',
      { 'workspace.yaml': yaml.replace('two words', 'three') },
      { 'server:files': 'changed', 'env:server:files:FILES_TOKEN': 'changed' },
    ],
    [
      'a literal value of the environment',
      { 'workspace.yaml': yaml.replace('LEVEL: debug', 'LEVEL: trace') },
      { 'server:files': 'changed' },
    ],
    [
      'the name of a variable',
      { 'workspace.yaml': yaml.replace('{env:FAR_KEY}', '{env:AWS_SECRET}') },
      { 'server:far': 'changed', 'env:server:far:AWS_SECRET': 'new' },
    ],
    [
      'the address of a server',
      { 'workspace.yaml': yaml.replace('mcp.example.test', 'evil.example.test') },
      { 'server:far': 'changed', 'env:server:far:FAR_KEY': 'changed' },
    ],
    ['a script of a command', { 'scripts/tidy.mjs': 'rm()' }, { 'command:tidy': 'changed' }],
    ['a module of the catalog', { 'modules/sum.mjs': '2' }, { 'module:modules/sum.mjs': 'changed' }],
    [
      'a hook',
      { '.git/hooks/pre-commit': '#!/bin/sh\nexit 1\n' },
      { 'hook:.git/hooks/pre-commit': 'changed' },
    ],
    [
      'a widening more',
      { 'workspace.yaml': yaml.replace('allow: [files.write', 'allow: [shell, files.write') },
      { 'loosen:session_kinds.main.allow:shell': 'new' },
    ],
    [
      'a server that was off',
      { 'workspace.yaml': yaml.replace('enabled: false, ', '') },
      { 'server:off': 'new' },
    ],
    [
      'AGENTS.md and a comment in workspace.yaml',
      { 'AGENTS.md': 'x', 'workspace.yaml': `# hi\n${yaml}` },
      {},
    ],
  ]
  it.each(changes)('after a change of %s', async (_what, files, expected) => {
    const { place } = await reviewed()
    await place.grantAll()
    expect(await place.open()).toEqual({})
    place.write(files)
    expect(await place.open()).toEqual(expected)
  })

  it('shows its lines of before, and which files are other', async () => {
    const { place } = await reviewed()
    await place.grantAll()
    place.write({
      'workspace.yaml': yaml.replace('--mode=two words', '--all'),
      'servers/lib/read.mjs': '',
      'servers/more.mjs': '',
    })
    expect(await place.item('server:files')).toMatchObject({
      state: 'changed',
      lines: ['node servers/files.mjs --all'],
      linesBefore: ["node servers/files.mjs '--mode=two words'"],
      files: [
        { path: 'servers/files.mjs', state: 'same' },
        { path: 'servers/lib/read.mjs', state: 'changed' },
        { path: 'servers/more.mjs', state: 'new' },
      ],
    })
  })
})

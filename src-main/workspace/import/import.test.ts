import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { compiledOf, type Files, line, workspaceOf } from '../fixtures/folder.ts'
import { inspectImports, previewImport } from './index.ts'

const inspect = (files: Files, set: string[] = []) =>
  inspectImports(workspaceOf(files), (name) => set.includes(name))

async function taken(files: Files, pick: (key: string) => boolean = () => true) {
  const root = workspaceOf(files)
  const { candidates } = await inspectImports(root, () => true)
  const keys = candidates.map(({ key }) => key).filter(pick)
  const preview = await previewImport(root, candidates, keys)
  return { ...preview, of: (name: string) => preview.files.find((file) => file.path === name)?.after ?? '' }
}

const claude: Files = {
  'CLAUDE.md': '# House\n\n@docs/more.md\nUse pnpm.\n',
  '.mcp.json': `{
  // the repository
  "mcpServers": {
    "github": {
      "command": "npx", "args": ["-y", "server-github"],
      "env": { "GITHUB_TOKEN": "\${GITHUB_TOKEN}", "LEVEL": "\${LEVEL:-info}", "COUNT": 3 },
    },
    "my docs": { "type": "http", "url": "https://example.com/mcp", "headers": { "Authorization": "Bearer sk-live-1" } },
    "broken": {}
  },
}`,
  '.claude/skills/review/SKILL.md':
    '---\nname: review\ndescription: >\n  Reviews\n  a change\n---\n\nBe kind.\n',
  '.claude/skills/review/rules.txt': 'x',
  '.claude/skills/bare/SKILL.md': 'no head',
  '.claude/agents/tester.md': '---\nname: tester\ndescription: Tests\ntools: Read, Bash\n---\nTest it.\n',
  '.claude/commands/fix.md': '---\ndescription: Fix an issue\n---\nFix $ARGUMENTS.\n',
  '.claude/settings.json': '{"permissions": {"allow": ["Bash(*)"]}, "hooks": {}}',
}

describe('a Claude Code folder', () => {
  it('is shown with its real command lines, and nothing is chosen', async () => {
    const plan = await inspect(claude, ['GITHUB_TOKEN'])
    expect(plan.hasWorkspace).toBe(false)
    expect(plan.found.map(({ product }) => product)).toEqual(['claude-code'])
    expect(plan.items.map(({ key, at, becomes }) => [key, at.file, at.line, becomes])).toEqual([
      ['claude-code:instructions:CLAUDE.md', 'CLAUDE.md', 1, 'prompt.include: CLAUDE.md'],
      ['claude-code:server:github', '.mcp.json', 4, 'mcp_registry.servers.github'],
      ['claude-code:server:my docs', '.mcp.json', 8, 'mcp_registry.servers.my-docs'],
      ['claude-code:skill:review', '.claude/skills/review/SKILL.md', 1, 'skills/review/SKILL.md'],
      ['claude-code:subagent:tester', '.claude/agents/tester.md', 1, 'subagents/tester.md'],
      ['claude-code:command:fix', '.claude/commands/fix.md', 1, 'commands.fix'],
    ])
    expect(plan.items[1]?.lines).toEqual([
      'npx -y server-github',
      'GITHUB_TOKEN: {env:GITHUB_TOKEN}',
      'LEVEL: {env:LEVEL}',
      'COUNT: 3',
    ])
    expect(plan.findings.map(line)).toEqual([
      '.mcp.json:4 warning workspace_env_undefined',
      '.mcp.json:8 warning workspace_env_undefined',
      '.mcp.json:9 warning import_server_invalid',
      '.claude/skills/bare/SKILL.md:1 warning import_skill_invalid',
      '.claude/settings.json:1 warning import_not_taken',
      '.claude/settings.json:1 warning import_not_taken',
    ])
  })

  it('becomes a workspace that compiles, with the secret named and not copied', async () => {
    const { files, of } = await taken(claude)
    expect(JSON.stringify(files)).not.toContain('sk-live-1')
    const { plan, diagnostics } = await compiledOf({
      ...claude,
      ...Object.fromEntries(files.map((file) => [file.path, file.after])),
    })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(plan?.servers).toMatchObject([
      {
        id: 'github',
        command: ['npx', '-y', 'server-github'],
        environment: { LEVEL: '{env:LEVEL}', COUNT: '3' },
      },
      {
        id: 'my-docs',
        url: 'https://example.com/mcp',
        headers: { Authorization: 'Bearer {env:AUTHORIZATION}' },
      },
    ])
    expect(plan?.includes.map(({ file }) => file)).toEqual(['CLAUDE.md'])
    expect(plan?.skills).toMatchObject([{ id: 'review', description: 'Reviews a change' }])
    expect(plan?.subagents).toMatchObject([{ id: 'tester', tools: null }])
    expect(plan?.commands).toMatchObject([{ id: 'fix', prompt: 'Fix $ARGUMENTS.' }])
    expect(of('skills/review/SKILL.md')).toContain('Be kind.')
  })

  it('gives only what is ticked', async () => {
    const { files, of } = await taken(claude, (key) => key.endsWith('server:github'))
    expect(files.map((file) => file.path)).toEqual(['workspace.yaml'])
    expect(of('workspace.yaml')).toContain('github:')
    expect(of('workspace.yaml')).not.toContain('my-docs')
    expect((await taken(claude, () => false)).of('workspace.yaml')).toContain('servers: {}')
  })
})

it('adds to the workspace.yaml that is there, and changes nothing else of it', async () => {
  const yaml =
    '# mine\nagents: {id: main} # here\nmcp_registry:\n  servers:\n    own: {type: local, command: [a]} # keep\nprompt:\n  include:\n    - SOUL.md\n'
  const { of } = await taken({ ...claude, 'workspace.yaml': yaml, 'SOUL.md': 'x' }, (key) =>
    /github|CLAUDE/.test(key),
  )
  const after = of('workspace.yaml')
  for (const kept of yaml.trim().split('\n')) expect(after).toContain(kept)
  expect(after).toMatch(/- SOUL\.md\n\s+- CLAUDE\.md/)
})

describe('the other products', () => {
  it('AgentScope: allow and deny become session_kinds, ${VAR} becomes {env:VAR}', async () => {
    const files: Files = {
      'AGENTS.md': '# Rules\n',
      'tools.json': `\ufeff{
\t"allow": ["shell", "search", "mcp__search__query", "made_up"],
\t"deny": ["file_write"],
\t"mcpServers": {
\t\t"search": {"transport": "sse", "url": "https://example.com/sse", "headers": {"X-Key": "\${SEARCH_KEY}"}},
\t\t"run": {"transport": "stdio", "command": "python", "args": ["server.py"]},
\t}
}`,
    }
    const plan = await inspect(files)
    expect(plan.findings.map(line)).toEqual([
      'tools.json:5 warning workspace_env_undefined',
      'tools.json:2 warning import_tool_unknown',
    ])
    const { files: written } = await taken(files)
    const compiled = await compiledOf({ ...files, 'workspace.yaml': written[0]?.after ?? '' })
    expect(compiled.plan).toMatchObject({
      servers: [
        { id: 'search', kind: 'remote', transport: 'sse', headers: { 'X-Key': '{env:SEARCH_KEY}' } },
        { id: 'run', command: ['python', 'server.py'] },
      ],
      sessionKinds: { main: { allow: ['shell', 'mcp:search', 'search.query'], deny: ['file_write'] } },
    })
  })

  it('Codex: config.toml, with the line of each server', async () => {
    const toml =
      'model = "x"\n\n[mcp_servers.docs]\ncommand = "npx"\nargs = ["docs"]\nstartup_timeout_sec = 20\n[mcp_servers.docs.env]\nA = "1"\n\n[mcp_servers.web]\nurl = "https://example.com/mcp"\nbearer_token_env_var = "WEB_TOKEN"\n'
    const plan = await inspect({ '.codex/config.toml': toml }, ['WEB_TOKEN'])
    expect(plan.items.map(({ title, at, lines }) => [title, at.line, lines])).toEqual([
      ['docs', 3, ['npx docs', 'A: 1']],
      ['web', 10, ['https://example.com/mcp', 'Authorization: Bearer {env:WEB_TOKEN}']],
    ])
    const broken = await inspect({ '.codex/config.toml': 'a = \n' })
    expect(broken.findings.map(line)).toEqual(['.codex/config.toml:1 warning import_file_invalid'])
  })

  it('Cursor: rules that hold everywhere and rules that do not', async () => {
    const plan = await inspect({
      '.cursor/mcp.json': '{"mcpServers": {"a": {"command": "a", "env": {"T": "${env:T}"}}}}',
      '.cursor/rules/all.mdc': '---\nalwaysApply: true\n---\nAlways.\n',
      '.cursor/rules/some.mdc': '---\nglobs: "*.ts"\n---\nSometimes.\n',
      '.cursorrules': 'old',
    })
    expect(plan.items.map(({ title, note }) => [title, note !== null])).toEqual([
      ['a', false],
      ['.cursorrules', false],
      ['.cursor/rules/all.mdc', false],
      ['.cursor/rules/some.mdc', true],
    ])
    expect(plan.items[0]?.lines).toEqual(['a', 'T: {env:T}'])
  })

  it.each([
    ['mcp', '{"mcp": {"a": {"type": "local", "command": ["bun", "a"], "enabled": false}}}'],
    [
      'mcp.servers',
      '{"mcp": {"servers": {"a": {"type": "local", "command": ["bun", "a"], "disabled": true}}}}',
    ],
  ])('opencode: servers under %s, and a provider that is not taken over', async (_name, json) => {
    const plan = await inspect({
      'opencode.jsonc': json.replace(
        /}$/,
        ', "provider": {"x": {"options": {"baseURL": "http://127.0.0.1:1"}}}, "instructions": ["docs/a.md", "docs/*.md"], "command": {"t": {"template": "Do it"}}}',
      ),
      'docs/a.md': 'Rules.',
    })
    expect(plan.items.map(({ title, note }) => [title, note])).toEqual([
      ['a', 'It is turned off there.'],
      ['t', null],
      ['docs/a.md', null],
    ])
    expect(plan.findings.map(line)).toEqual([
      'opencode.jsonc:1 warning import_not_taken',
      'opencode.jsonc:1 warning import_not_taken',
    ])
  })

  it('holaOS opens as it is', async () => {
    const plan = await inspect({ 'workspace.yaml': 'agents: {id: a}\n', '.holaboss/id': 'x' })
    expect(plan).toMatchObject({ hasWorkspace: true, found: [{ product: 'holaos' }], items: [] })
  })
})

describe('what is in the way', () => {
  it('is said, and the rest goes on', async () => {
    const root = workspaceOf({ '.mcp.json': '{"mcpServers": ', 'CLAUDE.md': 'x', 'outside.md': 'y' })
    mkdirSync(path.join(root, '.cursor'))
    symlinkSync('/etc/hosts', path.join(root, '.cursor', 'mcp.json'))
    const plan = await inspectImports(root, () => true)
    expect(plan.items.map(({ title }) => title)).toEqual(['CLAUDE.md'])
    expect(plan.findings.map(({ code, at }) => [code, at.file])).toEqual([
      ['import_file_invalid', '.mcp.json'],
      ['import_file_unreadable', '.cursor/mcp.json'],
    ])
  })

  it.each([
    ['nested without end', '.mcp.json', `{"mcpServers":${'['.repeat(200_000)}`],
    ['a map in a map', 'opencode.json', '{"a":'.repeat(50_000)],
    ['nested without end, in TOML', '.codex/config.toml', `a = ${'['.repeat(200_000)}`],
  ])('is said where it is %s', async (_what, file, text) => {
    const { items, findings } = await inspect({ [file]: text })
    expect(items).toEqual([])
    expect(findings.map(line)).toEqual([expect.stringContaining('import_file_invalid')])
  })

  it.each([
    [
      'many servers',
      '.mcp.json',
      JSON.stringify(
        {
          mcpServers: Object.fromEntries(
            Array.from({ length: 5000 }, (_, at) => [`s${at}`, { command: 'x' }]),
          ),
        },
        null,
        1,
      ),
    ],
    [
      'many tables',
      '.codex/config.toml',
      Array.from({ length: 8000 }, (_, at) => `[mcp_servers.s${at}]\ncommand = "x"\n`).join(''),
    ],
    [
      'a long name',
      '.mcp.json',
      JSON.stringify({ mcpServers: { [`x${'-'.repeat(200_000)}y`]: { command: 'a' } } }),
    ],
    [
      'many variables',
      '.mcp.json',
      JSON.stringify({ mcpServers: { x: { command: 'a', env: { A: '${a:-'.repeat(50_000) } } } }),
    ],
  ])('does not hold anyone up with %s', async (_what, file, text) => {
    const startedAt = performance.now()
    await inspect({ [file]: text })
    expect(performance.now() - startedAt).toBeLessThan(3000)
  })

  it('gives nothing for a folder of none of them', async () => {
    expect(await inspect({ 'README.md': 'x' })).toMatchObject({ found: [], items: [], findings: [] })
  })

  it('has another digest once a file is another', async () => {
    const root = workspaceOf(claude)
    const { candidates } = await inspectImports(root, () => true)
    const keys = candidates.map(({ key }) => key)
    const { digest } = await previewImport(root, candidates, keys)
    writeFileSync(path.join(root, 'workspace.yaml'), 'agents: {id: a}\nmcp_registry: {servers: {}}\n')
    expect((await previewImport(root, candidates, keys)).digest).not.toBe(digest)
  })
})

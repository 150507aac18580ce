import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { WorkspaceId } from '@contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from '../kit/index.ts'
import { Desk, plainYaml } from './fixtures/desk.ts'

const config = `# Whose it is\n${plainYaml}\n# kept\nother: &a [1, 2] # as it was\n`
let desk: Desk
let id: WorkspaceId
let folder: string
beforeEach(async () => {
  desk = Desk.open()
  ;({ id, folder } = await desk.workspace({ 'workspace.yaml': config, 'AGENTS.md': 'Old.\n' }))
})
afterEach(() => desk.close())

const write = (file: string, text: string, base: string) =>
  desk.operator.api['authoring.write']({ workspaceId: id, path: file, text, baseSha256: sha256(base) })
const disk = (file: string) => readFileSync(path.join(folder, file), 'utf8')

describe('saving an authored file', () => {
  it('writes what the operator wrote, and gives the findings as they are then', async () => {
    expect(await write('AGENTS.md', 'New.\n', 'Old.\n')).toMatchObject({ sha256: sha256('New.\n') })
    expect(disk('AGENTS.md')).toBe('New.\n')
    const { diagnostics } = await write(
      'workspace.yaml',
      'agents: []\nmcp_registry: { servers: {} }\n',
      config,
    )
    expect(diagnostics).toMatchObject([{ code: 'workspace_general_missing', at: { line: 1 } }])
  })

  it('loses no edit from outside: the save is refused and nothing is written (P15)', async () => {
    writeFileSync(path.join(folder, 'AGENTS.md'), 'Edited outside.\n')
    await expect(write('AGENTS.md', 'Mine.\n', 'Old.\n')).rejects.toThrow(/file_changed_outside/)
    expect(disk('AGENTS.md')).toBe('Edited outside.\n')
  })

  it.each([
    '../out.md',
    '/etc/hostname',
    '.signalbox/workspace_id',
    '.git/hooks/pre-commit',
    './.git/hooks/x',
    './/.Signalbox/x',
    '.git',
  ])('refuses %s', async (file) => {
    await expect(write(file, 'x', '')).rejects.toThrow(/path_refused/)
  })

  it('does not write through a link', async () => {
    symlinkSync('AGENTS.md', path.join(folder, 'CLAUDE.md'))
    await expect(write('CLAUDE.md', 'x', 'Old.\n')).rejects.toThrow(/path_refused/)
    expect(disk('AGENTS.md')).toBe('Old.\n')
  })
})

it('a skill that is not saved yet is judged like one that is', async () => {
  const text = '---\nname: other\n---\n'
  const { diagnostics } = await desk.operator.api['authoring.preview']({
    workspaceId: id,
    path: 'skills/new/SKILL.md',
    text,
  })
  expect(diagnostics.map(({ code }) => code)).toContain('workspace_skill_invalid')
})

describe('editing values of workspace.yaml', () => {
  const edit = (edits: Parameters<Desk['operator']['api']['authoring.edit']>[0]['edits']) =>
    desk.operator.api['authoring.edit']({ workspaceId: id, edits })

  it('changes the edited place only, writes nothing, and says what would be wrong', async () => {
    const { before, after, baseSha256, diagnostics } = await edit([
      { path: ['agents', 'model'], value: 'ollama/qwen3' },
    ])
    expect(before).toBe(config)
    expect(disk('workspace.yaml')).toBe(config)
    expect(baseSha256).toBe(sha256(config))
    expect(after).toContain('model: ollama/qwen3')
    for (const line of config.split('\n')) expect(after.split('\n')).toContain(line)
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const wrong = await edit([{ path: ['agents', 'model'], value: 'no slash' }])
    expect(wrong.diagnostics.map(({ code }) => code)).toContain('workspace_general_missing')
  })

  it('refuses a place that is not there', async () => {
    await expect(edit([{ path: ['agents', 'id', 'deeper', 3], value: 1 }])).rejects.toThrow(/workspace_edit/)
  })
})

describe('what a text would mean', () => {
  const preview = (file: string, text: string) =>
    desk.operator.api['authoring.preview']({ workspaceId: id, path: file, text })
  const named = (...tools: string[]) =>
    `agents: { id: main }\nmcp_registry:\n  servers:\n    s: { type: local, command: [s] }\n    t: { type: local, command: [t] }\n  allowlist:\n    tool_ids: [${tools.join(', ')}]\n`

  it('is told for every session kind, from a text that is not saved', async () => {
    const { effect, diagnostics, values } = await preview(
      'workspace.yaml',
      `${named('s.a')}session_kinds: { subagent: { deny: [s.a] }, onboarding: { allow: [s.a] } }\n`,
    )
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(values).toMatchObject({ mcp_registry: { allowlist: { tool_ids: ['s.a'] } } })
    expect(effect?.sources.map(({ id: source, mode }) => [source, mode])).toEqual([
      ['s', 'explicit'],
      ['t', 'unlisted'],
    ])
    const tool = effect?.tools.find((one) => one.id === 's.a')
    expect(tool?.verdicts).toMatchObject({
      main: { callable: 'yes' },
      subagent: { callable: 'no', reason: 'session_kind', changed: 'narrowed' },
      onboarding: { callable: 'yes', changed: 'widened' },
      scheduled: { callable: 'yes' },
    })
    expect(disk('workspace.yaml')).toBe(config)
  })

  it('has no effect and its findings where it does not compile', async () => {
    const { effect, diagnostics } = await preview('workspace.yaml', 'agents: [\n')
    expect(effect).toBeNull()
    expect(diagnostics[0]).toMatchObject({ severity: 'error', at: { file: 'workspace.yaml' } })
  })

  it('knows tools that a server listed before', async () => {
    const tool = (name: string) => ({
      name,
      description: `${name} it`,
      readOnly: true,
      schema: { type: 'object' },
    })
    desk.store.listings.put(id, 's', [tool('a'), tool('b')], 5)
    const { effect } = await preview('workspace.yaml', named('s.a', 's.gone'))
    const verdict = (toolId: string) => effect?.tools.find((one) => one.id === toolId)
    expect(effect?.sources[0]).toMatchObject({ id: 's', seenAt: 5 })
    expect(verdict('s.a')).toMatchObject({ known: 'listed', named: true, description: 'a it' })
    expect(verdict('s.b')).toMatchObject({
      known: 'listed',
      named: false,
      verdicts: { main: { reason: 'not_declared' } },
    })
    expect(verdict('s.gone')).toMatchObject({
      known: 'unseen',
      verdicts: { main: { reason: 'not_resolved' } },
    })
    expect(effect?.sources[1]?.verdicts.main).toMatchObject({ callable: 'no', reason: 'not_declared' })
    const open = await preview('workspace.yaml', named())
    expect(open.effect?.sources[1]?.verdicts).toMatchObject({
      main: { callable: 'maybe' },
      onboarding: { callable: 'no', reason: 'session_kind' },
    })
    expect(open.effect?.tools.find((one) => one.id === 's.b')?.verdicts.main.callable).toBe('yes')
  })

  it('finds in AGENTS.md what leads nowhere and what nobody can call', async () => {
    writeFileSync(path.join(folder, 'workspace.yaml'), named('s.a'))
    const { diagnostics, tokens } = await preview(
      'AGENTS.md',
      'See [here](workspace.yaml) and [there](gone/file.md#x).\n\nUse `s.a` and `s.b`, or `npm.test`.\n',
    )
    expect(
      diagnostics.filter(({ at }) => at.file === 'AGENTS.md').map(({ code, at }) => [code, at.line]),
    ).toEqual([
      ['instructions_link_missing', 1],
      ['instructions_tool_unknown', 3],
    ])
    expect(tokens).toBeGreaterThan(10)
  })

  it('counts a file that the text includes for the first time', async () => {
    writeFileSync(path.join(folder, 'SOUL.md'), 'Calm.')
    const { diagnostics } = await preview('workspace.yaml', `${plainYaml}\nprompt: { include: [SOUL.md] }\n`)
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('is made from a draft on which values are edited', async () => {
    const { before, after } = await desk.operator.api['authoring.edit']({
      workspaceId: id,
      edits: [{ path: ['name'], value: 'Two' }],
      text: `${config}# typed\n`,
    })
    expect(before).toBe(config)
    expect(after).toContain('# typed')
    expect(after).toContain('name: Two')
  })
})

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../kit/testing.ts'
import { compiledOf, line, minimal, workspaceOf } from './fixtures/folder.ts'
import { WorkspaceReader } from './read.ts'

const sample = path.resolve(import.meta.dirname, '../../resources/workspaces/product-launch')
const board = '  - {app_id: board, config_path: apps/board/app.runtime.yaml}\n'
const whole = {
  'workspace.yaml': `${minimal}applications:\n${board}`,
  'AGENTS.md': '# Rules\n',
  'apps/board/app.runtime.yaml': 'app_id: board\nmcp: {port: 3100}\n',
  'skills/press/SKILL.md': '---\nname: press\ndescription: d\n---\n',
  'knowledge/KNOWLEDGE.md': '# Facts\n',
  'knowledge/press-kit.json': '{}',
  'notes.md': 'not authored input',
}
const read = async (root: string) => (await new WorkspaceReader(root).read()).compiled

describe('the checksum', () => {
  const paths = [
    'AGENTS.md',
    'apps/board/app.runtime.yaml',
    'knowledge/KNOWLEDGE.md',
    'skills/press/SKILL.md',
    'workspace.yaml',
  ]

  it('is made from every authored file, and names them in a fixed order', async () => {
    const compiled = await read(workspaceOf(whole))
    expect(compiled.files.map((file) => file.path)).toEqual(paths)
    expect(compiled.files.every((file) => /^[0-9a-f]{64}$/.test(file.sha256))).toBe(true)
    expect(compiled.configChecksum).toMatch(/^[0-9a-f]{64}$/)
    expect((await read(workspaceOf(whole))).configChecksum).toBe(compiled.configChecksum)
  })

  it.each(paths)('changes with any byte of %s, and the list says that it was this file', async (changed) => {
    const before = await read(workspaceOf(whole))
    const after = await read(workspaceOf({ ...whole, [changed]: `${whole[changed as keyof typeof whole]} ` }))
    expect(after.configChecksum).not.toBe(before.configChecksum)
    const differs = after.files.filter((file, index) => file.sha256 !== before.files[index]?.sha256)
    expect(differs.map((file) => file.path)).toEqual([changed])
  })

  it('changes with a new or a gone knowledge file, and not with what is no authored input', async () => {
    const { configChecksum } = await read(workspaceOf(whole))
    expect((await read(workspaceOf({ ...whole, 'knowledge/more.md': '' }))).configChecksum).not.toBe(
      configChecksum,
    )
    const { 'knowledge/press-kit.json': _gone, ...less } = whole
    expect((await read(workspaceOf(less))).configChecksum).not.toBe(configChecksum)
    const besides = {
      'knowledge/press-kit.json': '{"other": 1}',
      'notes.md': 'x',
      '.signalbox/x': 'y',
      'skills/_d/SKILL.md': 'z',
    }
    expect((await read(workspaceOf({ ...whole, ...besides }))).configChecksum).toBe(configChecksum)
  })
})

describe('reading again', () => {
  it('does not compile again while the files are the same, and does when one is not', async () => {
    const root = workspaceOf(whole)
    const reader = new WorkspaceReader(root)
    const first = (await reader.read()).compiled
    writeFileSync(path.join(root, 'notes.md'), 'changed')
    writeFileSync(path.join(root, 'AGENTS.md'), whole['AGENTS.md'])
    expect((await reader.read()).compiled).toBe(first)
    writeFileSync(path.join(root, 'AGENTS.md'), '# Other rules\n')
    const second = (await reader.read()).compiled
    expect(second).not.toBe(first)
    expect(second.plan?.instructions?.text).toBe('# Other rules\n')
  })

  it('sees that a manifest went away and came back', async () => {
    const root = workspaceOf(whole)
    const reader = new WorkspaceReader(root)
    const at = path.join(root, 'apps', 'board')
    const codes = async () => (await reader.read()).compiled.diagnostics.map(({ code }) => code)
    expect(await codes()).toEqual([])
    renameSync(at, `${at}-away`)
    expect(await codes()).toEqual(['app_config_not_found'])
    symlinkSync(tempFolder(), at)
    expect(await codes()).toEqual(['workspace_path_escape'])
    rmSync(at)
    renameSync(`${at}-away`, at)
    expect(await codes()).toEqual([])
  })

  it('gives the collected text its plan, whatever is on disk by then', async () => {
    const root = workspaceOf(whole)
    const reader = new WorkspaceReader(root)
    const collected = await reader.collect()
    writeFileSync(path.join(root, 'AGENTS.md'), 'later')
    expect(reader.compile(collected).plan?.instructions?.text).toBe('# Rules\n')
  })
})

describe('a folder that is no workspace', () => {
  it.each<[string, () => string, string, string]>([
    ['is not there', () => path.join(tempFolder(), 'none'), 'operator', 'folder_missing'],
    ['is a file', () => path.join(workspaceOf({ file: '' }), 'file'), 'operator', 'folder_missing'],
    ['has no workspace.yaml', () => workspaceOf({ 'AGENTS.md': '' }), 'author', 'workspace_missing'],
  ])('%s: is said so', async (_what, make, owner, code) => {
    await expect(read(make())).rejects.toMatchObject({ fault: { owner, stage: 'collect', code } })
  })
})

describe('an authored file that cannot be read', () => {
  const outside = () => workspaceOf({ 'file.md': 'secret', 'SKILL.md': 'secret', 'KNOWLEDGE.md': 'secret' })
  /** The findings of a whole workspace in which one thing was replaced. */
  async function after(replace: string, by: (at: string) => void): Promise<string[]> {
    const root = workspaceOf(whole)
    const at = path.join(root, ...replace.split('/'))
    rmSync(at, { recursive: true })
    by(at)
    const compiled = await read(root)
    expect(JSON.stringify(compiled)).not.toContain('secret')
    expect(compiled.plan).toBeNull()
    return compiled.diagnostics.map(line)
  }

  it.each<[string, string, (at: string) => void, string[]]>([
    [
      'workspace.yaml as a link out',
      'workspace.yaml',
      (at) => symlinkSync(path.join(outside(), 'file.md'), at),
      ['workspace.yaml workspace_path_escape'],
    ],
    [
      'workspace.yaml as a folder',
      'workspace.yaml',
      (at) => mkdirSync(at),
      ['workspace.yaml workspace_file_unreadable'],
    ],
    [
      'a huge workspace.yaml',
      'workspace.yaml',
      (at) => writeFileSync(at, 'x: y\n'.repeat(600_000)),
      ['workspace.yaml workspace_file_unreadable'],
    ],
    [
      'AGENTS.md as a link out',
      'AGENTS.md',
      (at) => symlinkSync(path.join(outside(), 'file.md'), at),
      ['AGENTS.md workspace_path_escape', 'AGENTS.md info workspace_instructions_missing'],
    ],
    [
      'AGENTS.md as a dangling link',
      'AGENTS.md',
      (at) => symlinkSync('/no/where', at),
      ['AGENTS.md workspace_path_escape', 'AGENTS.md info workspace_instructions_missing'],
    ],
    [
      'AGENTS.md as a FIFO',
      'AGENTS.md',
      (at) => void execFileSync('mkfifo', [at]),
      ['AGENTS.md workspace_file_unreadable', 'AGENTS.md info workspace_instructions_missing'],
    ],
    [
      'a huge AGENTS.md',
      'AGENTS.md',
      (at) => writeFileSync(at, 'x'.repeat(3_000_000)),
      ['AGENTS.md workspace_file_unreadable', 'AGENTS.md info workspace_instructions_missing'],
    ],
    [
      'a skill that links out',
      'skills/press',
      (at) => symlinkSync(outside(), at),
      ['skills/press/SKILL.md workspace_path_escape'],
    ],
    [
      'all skills as a link out',
      'skills',
      (at) => symlinkSync(outside(), at),
      ['skills workspace_path_escape'],
    ],
    [
      'all knowledge as a link out',
      'knowledge',
      (at) => symlinkSync(outside(), at),
      ['knowledge/KNOWLEDGE.md workspace_path_escape'],
    ],
  ])(
    '%s: is an error at that file, once, and nothing of it is taken in',
    async (_what, replace, by, expected) => {
      expect(await after(replace, by)).toEqual(expected)
    },
  )

  it('may be a link that stays inside', async () => {
    const root = workspaceOf({ ...whole, 'docs/rules.md': '# Linked rules\n' })
    rmSync(path.join(root, 'AGENTS.md'))
    symlinkSync('docs/rules.md', path.join(root, 'AGENTS.md'))
    const compiled = await read(root)
    expect(compiled.diagnostics).toEqual([])
    expect(compiled.plan?.instructions).toEqual({ file: 'AGENTS.md', text: '# Linked rules\n' })
  })

  it('of bytes that are no UTF-8 is read with replacement characters', async () => {
    const { plan } = await compiledOf({ 'AGENTS.md': Uint8Array.of(0x61, 0xff, 0x62) })
    expect(plan?.instructions?.text).toBe('a\ufffdb')
  })
})

describe('a workspace folder with any name (P08)', () => {
  it.each([
    ['composed', '工作区 é ñ'],
    ['decomposed', '工作区 e\u0301 n\u0303'],
  ])('%s: compiles, with files named alike', async (_what, name) => {
    const root = workspaceOf(
      { ...whole, 'skills/é/SKILL.md': '---\nname: é\ndescription: d\n---\n', 'knowledge/ñ 工.md': '' },
      path.join(tempFolder(), name),
    )
    const reader = new WorkspaceReader(root)
    const { collected, compiled } = await reader.read()
    expect(compiled.diagnostics).toEqual([])
    expect(collected.root).toBe(root)
    expect(compiled.plan?.skills.map(({ id }) => id)).toContain('é')
    expect(compiled.plan?.knowledge?.paths).toContain('knowledge/ñ 工.md')
  })

  it('is one workspace through a link and a trailing slash', async () => {
    const root = workspaceOf(whole)
    const door = path.join(tempFolder(), 'door')
    symlinkSync(root, door)
    for (const way of [door, `${root}/`, `${door}/`]) {
      expect((await new WorkspaceReader(way).collect()).root).toBe(root)
    }
  })
})

describe('the sample workspace', () => {
  it('compiles without an error or a warning, with the plan that its author meant', async () => {
    const root = path.join(tempFolder(), 'sample')
    cpSync(sample, root, { recursive: true })
    const { plan, diagnostics, files } = await read(root)
    expect(diagnostics).toEqual([])
    expect(plan).toMatchObject({
      name: 'Product launch',
      agent: { id: 'workspace.general', model: 'auto' },
      harness: 'loop',
      servers: [
        {
          id: 'press-kit',
          kind: 'local',
          command: ['node', 'servers/press-kit.mjs'],
          enabled: true,
          timeoutMs: 5000,
        },
      ],
      apps: [{ id: 'launch-board', folder: 'apps/launch-board' }],
      skills: [{ id: 'press-note' }],
      knowledge: { file: 'knowledge/KNOWLEDGE.md', paths: ['knowledge/press-kit.json'] },
      allowlist: { others: 'none' },
    })
    expect(plan?.allowlist.toolIds).toEqual([
      'press-kit.get_facts',
      'press-kit.check_claims',
      'launch-board.add_item',
      'launch-board.move_item',
      'launch-board.update_item',
      'launch-board.list_items',
      'launch-board.get_item',
      'launch-board.link_output',
    ])
    expect(plan?.apps[0]?.start).toBeTruthy()
    expect(plan?.apps[0]?.ui).not.toBeNull()
    expect(plan?.instructions?.text.length).toBeGreaterThan(100)
    expect(files.map((file) => file.path)).toEqual([
      'AGENTS.md',
      'apps/launch-board/app.runtime.yaml',
      'knowledge/KNOWLEDGE.md',
      'skills/press-note/SKILL.md',
      'workspace.yaml',
    ])
  })
})

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

  it.each(['../out.md', '/etc/hostname', '.signalbox/workspace_id', '.git/hooks/pre-commit'])(
    'refuses %s',
    async (file) => {
      await expect(write(file, 'x', '')).rejects.toThrow(/path_refused/)
    },
  )

  it('does not write through a link', async () => {
    symlinkSync('AGENTS.md', path.join(folder, 'CLAUDE.md'))
    await expect(write('CLAUDE.md', 'x', 'Old.\n')).rejects.toThrow(/path_refused/)
    expect(disk('AGENTS.md')).toBe('Old.\n')
  })
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

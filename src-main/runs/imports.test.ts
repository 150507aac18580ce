import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { WorkspaceId } from '@contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tempFolder } from '../kit/testing.ts'
import { Desk, plainYaml } from './fixtures/desk.ts'

const mcp = JSON.stringify({ mcpServers: { one: { command: 'touch', args: ['pwned'] } } })
const skill = '---\nname: review\ndescription: Reviews\n---\nBe kind.\n'
let desk: Desk
let id: WorkspaceId
let folder: string
beforeEach(async () => {
  desk = Desk.open()
  const files = { 'workspace.yaml': plainYaml, '.mcp.json': mcp, '.claude/skills/review/SKILL.md': skill }
  ;({ id, folder } = await desk.workspace(files))
})
afterEach(() => desk.close())

const at = (name: string) => path.join(folder, name)
async function apply(pick: (key: string) => boolean = () => true, between = () => {}) {
  const { api } = desk.operator
  const { items } = await api['imports.inspect']({ workspaceId: id })
  const keys = items.map(({ key }) => key).filter(pick)
  const { digest } = await api['imports.preview']({ workspaceId: id, keys })
  between()
  return api['imports.apply']({ workspaceId: id, keys, digest })
}

describe('taking over from another product', () => {
  it('writes what was shown and starts nothing; the server waits for the operator’s word', async () => {
    expect(await apply()).toMatchObject({ written: ['workspace.yaml', 'skills/review/SKILL.md'] })
    expect(readFileSync(at('workspace.yaml'), 'utf8')).toContain('- pwned')
    const { items } = await desk.operator.api['trust.review']({ workspaceId: id })
    expect(items).toMatchObject([{ key: 'server:one', state: 'new', lines: ['touch pwned'] }])
    expect(existsSync(at('pwned'))).toBe(false)
  })

  it('writes nothing once a file is another than shown', async () => {
    const between = () => writeFileSync(at('.mcp.json'), mcp.replace('pwned', 'other'))
    await expect(apply(undefined, between)).rejects.toThrow(/import_changed/)
    expect(readFileSync(at('workspace.yaml'), 'utf8')).toBe(plainYaml)
  })

  it('writes nothing through a link, and says what was written before it', async () => {
    const outside = tempFolder()
    mkdirSync(at('skills'))
    symlinkSync(outside, at('skills/review'))
    await expect(apply()).rejects.toThrow(/path_refused.*Written before it, and kept: workspace\.yaml/s)
    expect(existsSync(path.join(outside, 'SKILL.md'))).toBe(false)
  })
})

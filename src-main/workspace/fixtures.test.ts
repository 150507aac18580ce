import { symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { capabilities } from './fixtures/capabilities.ts'
import type { Fixture } from './fixtures/fixture.ts'
import { compiledOf, line, minimal, workspaceOf } from './fixtures/folder.ts'
import { holaos } from './fixtures/holaos.ts'
import { options } from './fixtures/options.ts'
import { WorkspaceReader } from './read.ts'

async function check({ files, add, finds = [], plan }: Fixture) {
  const compiled = await compiledOf({ 'workspace.yaml': `${minimal}${add ?? ''}`, ...files })
  expect(compiled.diagnostics.map((found) => line(found).replace(/^workspace\.yaml:/, ''))).toEqual(finds)
  expect(compiled.diagnostics.every(({ message }) => message.endsWith('.'))).toBe(true)
  if (plan) expect(compiled.plan).toMatchObject(plan)
  else expect(compiled.plan).toBeNull()
}

describe('a workspace in, a plan or findings out', () => {
  it('with at least 60 of them', () => {
    const all = [...capabilities, ...options, ...holaos]
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(60)
  })

  it.each(capabilities)('capabilities: $name', check)
  it.each(options)('options: $name', check)
  it.each(holaos)('holaOS: $name', check)
})

describe('the harness', () => {
  const files = { 'workspace.yaml': `${minimal}harness: codex\n`, 'AGENTS.md': '' }
  const read = async (harnesses?: string[]) =>
    (await new WorkspaceReader(workspaceOf(files), harnesses && { harnesses }).read()).compiled

  it('is checked against the list of those that there are', async () => {
    const compiled = await read(['loop', 'rehearsal'])
    expect(compiled.diagnostics.map(line)).toEqual(['workspace.yaml:5:10 workspace_harness_unknown'])
    expect((await read(['loop', 'codex'])).plan?.harness).toBe('codex')
  })

  it('is not checked without one', async () => {
    expect((await read()).plan?.harness).toBe('codex')
  })
})

describe('the checksum', () => {
  const files = {
    'workspace.yaml':
      'agents: {id: main, schema_module_path: out.mjs}\nmcp_registry:\n  servers: {}\n  catalog:\n    workspace.x: {module_path: tools/x.mjs, symbol: x}\nprompt: {include: [SOUL.md]}\nskills: {disabled: [off]}\n',
    'AGENTS.md': '',
    'ONBOARD.md': 'Ask.',
    'SOUL.md': 'calm',
    'knowledge/KNOWLEDGE.md': '',
    'out.mjs': 'x',
    'skills/off/SKILL.md': '---\nname: off\ndescription: d\n---\n',
    'skills/on/SKILL.md': '---\nname: on\ndescription: d\n---\n',
    'subagents/a.md': '---\ndescription: d\n---\n',
    'tools/x.mjs': 'y',
  }
  const took = Object.keys(files).filter((name) => name !== 'skills/off/SKILL.md')
  const read = async (more = {}) =>
    (await new WorkspaceReader(workspaceOf({ ...files, ...more })).read()).compiled

  it('has every authored file that took part, in a fixed order, and no skill that is off', async () => {
    const compiled = await read()
    expect(compiled.plan).not.toBeNull()
    expect(compiled.files.map(({ path: name }) => name)).toEqual([...took].sort())
    const other = await read({ 'skills/off/SKILL.md': '---\nname: off\ndescription: other\n---\n' })
    expect(other.configChecksum).toBe(compiled.configChecksum)
  })

  it.each(took)('changes with %s', async (name) => {
    const [before, after] = [
      await read(),
      await read({ [name]: `${files[name as keyof typeof files]}\n# more\n` }),
    ]
    expect(after.configChecksum).not.toBe(before.configChecksum)
    const differs = after.files.filter((file, index) => file.sha256 !== before.files[index]?.sha256)
    expect(differs.map((file) => file.path)).toEqual([name])
  })

  it('is made of no file that a link brings in from outside', async () => {
    const root = workspaceOf({
      'workspace.yaml': `${minimal}prompt: {include: [SOUL.md]}\n`,
      'AGENTS.md': '',
    })
    const outside = workspaceOf({ secret: 'secret' })
    symlinkSync(path.join(outside, 'secret'), path.join(root, 'SOUL.md'))
    const { compiled } = await new WorkspaceReader(root).read()
    expect(compiled.diagnostics.map(line)).toEqual(['workspace.yaml:5:20 workspace_path_escape'])
    expect(JSON.stringify(compiled)).not.toContain('"secret"')
  })

  it('follows an included file that is changed between two readings', async () => {
    const root = workspaceOf(files)
    const reader = new WorkspaceReader(root)
    const before = (await reader.read()).compiled
    writeFileSync(path.join(root, 'SOUL.md'), 'loud')
    const after = (await reader.read()).compiled
    expect(after.configChecksum).not.toBe(before.configChecksum)
    expect(after.plan?.includes[0]?.text).toBe('loud')
  })
})

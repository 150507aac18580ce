import { cpSync, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { WorkspaceId } from '@contract'
import { afterEach, describe, expect, it } from 'vitest'
import { Desk, everythingServer, plainYaml, sampleFolder, tapeYaml, writeFiles } from './fixtures/desk.ts'

let desk: Desk
afterEach(() => desk.close())

const yaml = `agents: { id: a, model: ollama/qwen3 }
mcp_registry:
  servers:
    all: { type: local, command: [node, ${JSON.stringify(everythingServer)}] }
    down: { type: local, command: [no-such-program-here], environment: { TOKEN: '{env:DOWN_TOKEN}', OTHER: '{env:OTHER}' } }
  allowlist: { tool_ids: [all.echo, all.gone, down.x] }
`
const check = (
  id: WorkspaceId,
  live: boolean,
  more: { harness?: string; model?: string; kind?: 'main' } = {},
) => desk.operator.api['runs.preflight']({ workspaceId: id, kind: 'main', harness: 'loop', live, ...more })

describe('a pre-flight from the files', () => {
  it('starts nothing, writes nothing, and predicts', async () => {
    desk = Desk.open({ env: { OTHER: 'set' } })
    const folder = path.join(desk.home, 'ws')
    writeFiles(folder, { 'workspace.yaml': yaml, 'AGENTS.md': '# Rules\n' })
    const { id } = await desk.operator.openFolder(folder, '')
    const found = await check(id, false)
    expect(found).toMatchObject({ live: false, faults: [], model: { name: 'ollama/qwen3' } })
    expect(found.environment).toEqual([
      { name: 'DOWN_TOKEN', destination: 'server down', state: 'missing' },
      { name: 'OTHER', destination: 'server down', state: 'not_granted' },
    ])
    expect(found.tools.map(({ id: tool }) => tool)).toContain('all.echo')
    expect(found.sections.find(({ id: section }) => section === 'instructions')).toMatchObject({
      text: '# Rules\n',
    })
    expect(found.sections.every(({ tokens }) => tokens > 0)).toBe(true)
    expect(readdirSync(folder).sort()).toEqual(['AGENTS.md', 'workspace.yaml'])
    const view = await desk.operator.api['workspaces.view']({ workspaceId: id })
    expect(view.servers.map(({ state }) => state)).toEqual(['off', 'off'])
    await expect(check(id, true)).rejects.toThrow(/not_trusted/)
  })

  it('gives the errors of a workspace that does not compile, as faults of the author', async () => {
    desk = Desk.open()
    const { id } = await desk.workspace({ 'workspace.yaml': 'agents: []\nmcp_registry: { servers: {} }\n' })
    expect((await check(id, false)).faults).toMatchObject([
      { owner: 'author', stage: 'compile', code: 'workspace_general_missing', at: { line: 1 } },
    ])
  })

  it('says that no model is chosen or no tape is there, and shows the rest all the same', async () => {
    desk = Desk.open()
    const { id } = await desk.workspace({ 'workspace.yaml': plainYaml })
    const loop = await check(id, false)
    expect(loop.faults).toMatchObject([{ owner: 'operator', code: 'model_missing' }])
    expect(loop.sections.length).toBeGreaterThan(0)
    const rehearsal = await check(id, false, { harness: 'rehearsal' })
    expect(rehearsal.faults).toMatchObject([{ code: 'no_tape' }])
    expect(rehearsal.manifest?.tools.length).toBeGreaterThan(0)
    await expect(check(id, false, { harness: 'nobody' })).rejects.toThrow(/harness_unknown/)
  })
})

describe('a prediction after servers were asked once', () => {
  const quoted = (name: string, schema: object) => ({
    name,
    description: '',
    readOnly: true,
    schema: schema as never,
  })
  it('leaves out what a run would: what is quarantined, withheld, or of a server that changed', async () => {
    desk = Desk.open()
    const skill = '---\nname: writer\ndescription: Writes\ngranted_tools: [file_write]\n---\nWrite.\n'
    const { id, folder } = await desk.workspace({
      'workspace.yaml': `agents: { id: a }
mcp_registry: { servers: { s: { type: local, command: [node, srv/a.mjs] } } }
commands: { night: { description: Runs at night, prompt: Go, session_kinds: [scheduled] } }
`,
      'srv/a.mjs': '',
      'skills/writer/SKILL.md': skill,
    })
    const listed = [quoted('good', { type: 'object' }), quoted('bad', { type: 'string' })]
    desk.store.listings.put(id, 's', listed, 1)
    const predicted = async () => {
      const { manifest } = await check(id, false, { harness: 'rehearsal' })
      const away = manifest?.absent.map(({ id: tool, reason }) => [tool, reason])
      return { there: manifest?.tools.map(({ id: tool }) => tool) ?? [], away }
    }
    const before = await predicted()
    expect(before.there).toEqual(expect.arrayContaining(['s.good', 'file_write']))
    expect(before.away).toEqual([
      ['command_run', 'not_declared'],
      ['s.bad', 'quarantined'],
    ])
    const { effect } = await desk.operator.api['authoring.edit']({ workspaceId: id, edits: [] })
    const verdictOf = (tool: string) => effect?.tools.find((one) => one.id === tool)?.verdicts.main
    expect(verdictOf('s.bad')).toMatchObject({ callable: 'no', reason: 'quarantined' })
    expect(verdictOf('file_write')).toMatchObject({ callable: 'maybe' })
    // Another word about it: the skill gives nothing more, and the server is not as it was granted.
    const review = await desk.operator.api['trust.review']({ workspaceId: id })
    const keys = review.items.map(({ key }) => key).filter((key) => !key.startsWith('loosen:'))
    await desk.operator.api['trust.grant']({ workspaceId: id, digest: review.digest, keys })
    writeFiles(folder, { 'srv/a.mjs': 'other' })
    const after = await predicted()
    expect(after.there).not.toContain('file_write')
    expect(after.away).toEqual(
      expect.arrayContaining([
        ['file_write', 'session_kind'],
        ['s.good', 'changed'],
      ]),
    )
  })
})

describe('a live pre-flight', () => {
  it('asks the servers as a run would, and leaves no run behind', async () => {
    desk = Desk.open({ env: { OTHER: 'set', DOWN_TOKEN: 'set' } })
    const { id } = await desk.workspace({ 'workspace.yaml': yaml })
    const found = await check(id, true)
    expect(found.tools.map(({ id: tool }) => tool)).toContain('all.echo')
    expect(found.tools.find(({ id: tool }) => tool === 'all.echo')?.tokens).toBeGreaterThan(20)
    expect(found.manifest?.absent).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'all.gone', reason: 'not_resolved' }),
        expect.objectContaining({ id: 'down.x', reason: 'server_unavailable' }),
      ]),
    )
    expect(found.environment.map(({ state }) => state)).toEqual(['set', 'set'])
    expect(found.stageMs).toMatchObject({ collect: expect.any(Number), prepare: expect.any(Number) })
    expect(await desk.operator.api['sessions.list']({ workspaceId: id })).toEqual([])
    // What it listed is known from now on, without starting anything.
    const { effect } = await desk.operator.api['authoring.edit']({ workspaceId: id, edits: [] })
    expect(
      effect?.tools.filter(({ id: tool, named }) => tool.startsWith('all.') && !named).length,
    ).toBeGreaterThan(3)
  })

  it('gives exactly what the run then is given', async () => {
    desk = Desk.open()
    const folder = path.join(desk.home, 'ws')
    cpSync(sampleFolder, folder, { recursive: true })
    writeFiles(folder, { 'rehearsals/short.yaml': tapeYaml([{ text: 'Hello.' }]) })
    const { id } = await desk.operator.openFolder(folder, 'flag')
    const found = await check(id, true, { harness: 'rehearsal' })
    expect(found.faults).toEqual([])
    const { runId } = await desk.run(id, { tape: 'rehearsals/short.yaml' })
    const { package: run } = await desk.operator.api['runs.package']({ runId })
    expect(found.manifest).toEqual(run.manifest)
    const told = (sections: typeof run.sections) =>
      sections.filter((section) => section.id !== 'context').map((section) => section.text)
    expect(told(found.sections)).toEqual(told(run.sections))
    expect(found.configChecksum).toBe(run.configChecksum)
  })
})

describe('a secret', () => {
  const leaky = `process.stdin.on('data', (data) => {
  for (const line of String(data).split('\\n').filter(Boolean)) {
    const { id, method } = JSON.parse(line)
    const tools = [{ name: 'x', description: 'Uses ' + process.env.TOKEN, inputSchema: { type: 'object' } }]
    const info = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'leaky', version: '1' } }
    const result = method === 'initialize' ? info : method === 'tools/list' ? { tools } : null
    if (result) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
  }
})
`
  it('that a server says of itself is in nothing that is kept or told again', async () => {
    desk = Desk.open({ env: { TOKEN: 'canary-4712-abcdef' } })
    const server = `agents: { id: a }\nmcp_registry:\n  servers:\n    leaky: { type: local, command: [node, servers/leaky.mjs], environment: { TOKEN: '{env:TOKEN}' } }\n`
    const { id } = await desk.workspace({ 'workspace.yaml': server, 'servers/leaky.mjs': leaky })
    const found = await check(id, true, { harness: 'rehearsal' })
    expect(found.tools.map(({ id: tool }) => tool)).toContain('leaky.x')
    const kept = desk.store.listings.of(id)
    expect(kept).toMatchObject([{ sourceId: 'leaky', tools: [{ name: 'x' }] }])
    const { effect } = await desk.operator.api['authoring.edit']({ workspaceId: id, edits: [] })
    const review = await desk.operator.api['trust.review']({ workspaceId: id })
    for (const told of [kept, effect, review, found])
      expect(JSON.stringify(told)).not.toContain('canary-4712')
  })
})

describe('what a run was given', () => {
  it('tells what of the session was told again, what was cut, refused and left loose', async () => {
    desk = Desk.open()
    const server = `agents: { id: a }\nmcp_registry:\n  servers:\n    all: { type: local, command: [node, ${JSON.stringify(everythingServer)}] }\n  allowlist: { tool_ids: [all.echo, all.get-sum] }\nsession_kinds: { main: { preset: direct, deny: [all.get-sum] } }\n`
    const { id, folder } = await desk.workspace({
      'workspace.yaml': server,
      'big.txt': 'x'.repeat(200_000),
      'rehearsals/a.yaml': tapeYaml([{ text: 'Hello.' }]),
      'rehearsals/b.yaml': tapeYaml([
        {
          tools: [
            { call: 'file_read', args: { path: 'big.txt' } },
            { call: 'file_write', args: { path: 'n.txt', content: 'x' } },
            { call: 'all.get-sum', args: {} },
          ],
        },
      ]),
    })
    const first = await desk.run(id, { instruction: 'First.' })
    const { runId } = await desk.run(id, { sessionId: first.sessionId, tape: 'rehearsals/b.yaml' })
    expect(existsSync(path.join(folder, 'n.txt'))).toBe(true)
    const given = await desk.operator.api['runs.given']({ runId })
    expect(given.continuity).toMatchObject([
      { runId: first.runId, instruction: 'First.', kept: 2, dropped: 0, why: null },
    ])
    expect(given.cutResults).toMatchObject([{ toolId: 'file_read', given: 4000 }])
    expect(given.cutResults[0]?.bytes).toBeGreaterThan(190_000)
    expect(given.unassociated.map(({ toolId }) => toolId)).toEqual(['file_write'])
    expect(given.refused).toMatchObject([{ toolId: 'all.get-sum', reason: 'session_kind' }])
    await expect(
      desk.operator.api['runs.given']({ runId: 'run_0unknown00' as typeof runId }),
    ).rejects.toThrow(/run_unknown/)
  })
})

import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { RunEvent, WorkspaceId } from '@contract'
import { afterEach, describe, expect, it } from 'vitest'
import { Desk, plainYaml, sampleFolder, tapeYaml, writeFiles } from './fixtures/desk.ts'

let desk: Desk
afterEach(() => desk.close())

const tape = { 'rehearsals/a.yaml': tapeYaml([{ text: 'Hello.', pace_ms: 0 }]) }
const review = (id: WorkspaceId) => desk.review(id)
const grantOnly = (id: WorkspaceId, wanted: (key: string) => boolean) => desk.grantOnly(id, wanted)
const view = (id: WorkspaceId) => desk.view(id)
const workspaceEvents = (id: WorkspaceId) =>
  desk.store.since({ kind: 'workspace', id }, 0, 1000).envelopes.map(({ event }) => event)
const failure = (events: RunEvent[]) => events.find((event) => event.type === 'run.failed')?.fault
const slow = tapeYaml([{ text: 'one two three four five six seven eight nine ten', pace_ms: 400 }])

async function sample(rehearsal: string, name = 'sample') {
  const folder = path.join(desk.home, name)
  cpSync(sampleFolder, folder, { recursive: true })
  rmSync(path.join(folder, 'rehearsals'), { recursive: true })
  writeFiles(folder, { 'rehearsals/a.yaml': rehearsal })
  const { id } = await desk.operator.openFolder(folder, 'flag')
  return { id, folder }
}

describe('trust', () => {
  it('is of one folder: another one at its path, and a copy elsewhere, are not trusted', async () => {
    desk = Desk.open()
    const { id, folder } = await desk.workspace({ 'workspace.yaml': plainYaml, ...tape })
    await desk.run(id)
    cpSync(folder, path.join(desk.home, 'copy'), { recursive: true })
    const copy = await desk.operator.openFolder(path.join(desk.home, 'copy'), '')
    expect(copy).toMatchObject({ trusted: false })
    expect(copy.id).not.toBe(id)
    expect((await view(id)).summary.trusted).toBe(true)
    renameSync(folder, path.join(desk.home, 'gone'))
    mkdirSync(folder)
    writeFiles(folder, { 'workspace.yaml': plainYaml, ...tape })
    // Not looked at since: the run itself finds out, and writes nothing into the stranger.
    const { events } = await desk.run(id)
    expect(failure(events)).toMatchObject({ code: 'not_trusted' })
    expect(existsSync(path.join(folder, '.signalbox'))).toBe(false)
    expect((await view(id)).summary.trusted).toBe(false)
    expect(() => desk.start(id)).toThrow(/not_trusted/)
  })

  it('does not move with its folder, and its grant is told with the keys', async () => {
    desk = Desk.open()
    const { id, folder } = await desk.workspace({
      'workspace.yaml': `${plainYaml}memory: { autoAccept: true }\n`,
      ...tape,
    })
    const moved = path.join(desk.home, 'moved')
    renameSync(folder, moved)
    const summary = await desk.operator.openFolder(moved, '')
    expect(summary).toMatchObject({ id, trusted: false })
    expect((await review(id)).items.map(({ key, state }) => [key, state])).toEqual([
      ['loosen:memory.autoAccept', 'new'],
    ])
    expect(() => desk.start(id)).toThrow(/not_trusted/)
    await grantOnly(id, () => true)
    expect(workspaceEvents(id).at(-1)).toEqual({
      type: 'workspace.trusted',
      by: 'operator',
      keys: ['loosen:memory.autoAccept'],
    })
    expect((await desk.run(id)).events.at(-1)?.type).toBe('run.completed')
  })

  it('of the bundled sample is whole; it stays the sample when its items are chosen', async () => {
    desk = Desk.open()
    const folder = path.join(desk.home, 'sample')
    cpSync(sampleFolder, folder, { recursive: true })
    const { id } = await desk.operator.openFolder(folder, 'bundled')
    expect((await review(id)).status).toBe('trusted')
    expect((await grantOnly(id, (key) => key.startsWith('server:'))).status).toBe('trusted')
    await desk.operator.openFolder(folder, '')
    expect((await desk.operator.api['product.info']({})).sampleWorkspaceId).toBe(id)
    expect((await view(id)).apps[0]).toMatchObject({
      state: 'off',
      detail: 'you left it out when you trusted this folder',
    })
  })

  it('of a key is no longer asked for once the operator chose the same provider', async () => {
    desk = Desk.open()
    const { id } = await desk.workspace({
      'workspace.yaml': 'agents: { id: t, model: anthropic/x }\nmcp_registry: { servers: {} }\n',
    })
    expect((await review(id)).items.map(({ key }) => key)).toEqual(['model:anthropic'])
    await desk.operator.api['models.write']({
      api: 'anthropic-messages',
      provider: 'anthropic',
      model: 'y',
      baseUrl: 'http://127.0.0.1:1',
      keyName: '',
    })
    expect((await review(id)).items).toEqual([])
  })

  it('is kept over a restart, and told as facts', async () => {
    desk = Desk.open()
    const { id } = await desk.workspace({ 'workspace.yaml': plainYaml, ...tape })
    expect(workspaceEvents(id)).toContainEqual({ type: 'workspace.trusted', by: 'flag', keys: [] })
    const { home } = desk
    await desk.operator.close()
    desk = Desk.open({ home })
    expect(await desk.operator.api['workspaces.list']({})).toMatchObject([{ id, trusted: true, review: 0 }])
    expect((await desk.run(id)).events.at(-1)?.type).toBe('run.completed')
  })

  it('is withdrawn when no run is at work: what runs of it ends, and nothing starts', async () => {
    desk = Desk.open()
    const { id } = await sample(slow)
    const withdraw = async () => desk.operator.api['trust.withdraw']({ workspaceId: id })
    const { runId } = desk.start(id)
    await desk.until(runId, ({ event }) => event.type === 'output.delta')
    await expect(withdraw()).rejects.toThrow(/workspace_busy/)
    desk.operator.runs.stop(runId)
    await desk.operator.runs.over(runId)
    expect((await view(id)).apps[0]?.state).toBe('ready')
    const { status, items } = await withdraw()
    expect(status).toBe('untrusted')
    expect(items.every(({ state }) => state === 'new')).toBe(true)
    const after = await view(id)
    expect(after.apps[0]).toMatchObject({ state: 'off', pid: null })
    expect(after.summary).toMatchObject({ trusted: false, review: 0 })
    expect(workspaceEvents(id).at(-1)?.type).not.toBe('workspace.trusted')
    expect(workspaceEvents(id)).toContainEqual({ type: 'workspace.trust_withdrawn' })
    expect(() => desk.start(id)).toThrow(/not_trusted/)
  })
})

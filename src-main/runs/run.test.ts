import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { foldSession, type RunEvent } from '@contract'
import { afterEach, describe, expect, it } from 'vitest'
import {
  Desk,
  everythingServer,
  plainYaml,
  sampleFolder,
  tapeYaml,
  terminalEvents,
  writeFiles,
} from './fixtures/desk.ts'

let desk: Desk
afterEach(() => desk.close())

const ofType = <T extends RunEvent['type']>(events: RunEvent[], type: T) =>
  events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type)

describe('a run, from its start to its end', () => {
  it('queues, compiles in five stages, stores its snapshot, starts, and ends exactly once', async () => {
    desk = Desk.open()
    const { id } = await desk.workspace({
      'workspace.yaml': plainYaml,
      'AGENTS.md': '# Rules\nBe brief.\n',
      'rehearsals/a.yaml': tapeYaml([{ text: 'Hello.', pace_ms: 0 }]),
    })
    const { runId, sessionId, events } = await desk.run(id)
    expect(events.map((event) => (event.type === 'run.stage' ? event.stage : event.type))).toEqual([
      'run.queued',
      'collect',
      'compile',
      'prepare',
      'context',
      'project',
      'run.started',
      'output.done',
      'run.completed',
    ])
    const { package: run, snapshots } = await desk.operator.api['runs.package']({ runId })
    expect(run.sections.find((section) => section.id === 'instructions')).toMatchObject({
      text: '# Rules\nBe brief.\n',
      origin: { kind: 'file', file: 'AGENTS.md' },
    })
    const started = desk.durableOf(runId).find((envelope) => envelope.event.type === 'run.started')
    expect(snapshots).toHaveLength(1)
    expect(snapshots[0]?.time).toBeLessThanOrEqual(started?.time ?? 0)
    expect(started?.event).toMatchObject({
      requestFingerprint: snapshots[0]?.requestFingerprint,
      packageHash: snapshots[0]?.packageHash,
    })
    const view = await desk.operator.api['sessions.view']({ sessionId })
    expect(view.runs[0]).toMatchObject({ state: 'completed', harness: 'rehearsal', instruction: 'Do it.' })
  })

  it('numbers a session’s events without a gap over several runs, and the log folds into the view', async () => {
    desk = Desk.open()
    const { id } = await desk.workspace({
      'workspace.yaml': plainYaml,
      'rehearsals/a.yaml': tapeYaml([{ text: 'Hello.', pace_ms: 0 }]),
    })
    const first = await desk.run(id)
    await desk.run(id, { sessionId: first.sessionId })
    const page = await desk.operator.api['streams.since']({
      stream: { kind: 'session', id: first.sessionId },
      seq: 0,
      limit: 1000,
    })
    expect(page.envelopes.map((envelope) => envelope.seq)).toEqual(
      page.envelopes.map((_, index) => index + 1),
    )
    expect(await desk.operator.api['sessions.view']({ sessionId: first.sessionId })).toEqual(
      foldSession(first.sessionId, page.envelopes),
    )
  })

  it('keeps the package it was given when AGENTS.md changes meanwhile; the next run has the new text and checksum', async () => {
    desk = Desk.open()
    const slow = tapeYaml([{ text: 'one two three four five six seven eight', pace_ms: 60 }])
    const { id, folder } = await desk.workspace({
      'workspace.yaml': plainYaml,
      'AGENTS.md': 'Old rule.',
      'rehearsals/a.yaml': slow,
    })
    const first = desk.start(id)
    await desk.until(first.runId, ({ event }) => event.type === 'output.delta')
    writeFileSync(path.join(folder, 'AGENTS.md'), 'New rule.')
    await desk.operator.runs.over(first.runId)
    const second = await desk.run(id, { sessionId: first.sessionId })
    const [a, b] = await Promise.all(
      [first.runId, second.runId].map((runId) => desk.operator.api['runs.package']({ runId })),
    )
    expect(a?.package.sections.map((section) => section.text)).toContain('Old rule.')
    expect(b?.package.sections.map((section) => section.text)).toContain('New rule.')
    expect(a?.package.configChecksum).not.toBe(b?.package.configChecksum)
  })

  it('takes one run at a time in a session', async () => {
    desk = Desk.open()
    const { id } = await desk.workspace({
      'workspace.yaml': plainYaml,
      'rehearsals/a.yaml': tapeYaml([{ text: 'a b c d e', pace_ms: 50 }]),
    })
    const first = desk.start(id)
    expect(() => desk.start(id, { sessionId: first.sessionId })).toThrow(/session_busy/)
    await desk.operator.runs.over(first.runId)
    expect(terminalEvents((await desk.run(id, { sessionId: first.sessionId })).events)).toMatchObject([
      { type: 'run.completed' },
    ])
  })
})

describe('what stops a run before it starts', () => {
  it('authored errors: the run fails with the file, line and code, and nothing is started', async () => {
    desk = Desk.open()
    const { id, folder } = await desk.workspace({
      'workspace.yaml': `agents:\n  id: a\n  prompt: be nice\nmcp_registry:\n  servers:\n    s: { type: local, command: [sh, -c, "touch started"] }\n`,
      'rehearsals/a.yaml': tapeYaml([{ text: 'x' }]),
    })
    const { events } = await desk.run(id)
    expect(terminalEvents(events)).toMatchObject([
      {
        type: 'run.failed',
        fault: {
          owner: 'author',
          stage: 'compile',
          code: 'workspace_prompt_inline_not_allowed',
          at: { file: 'workspace.yaml', line: 3 },
        },
      },
    ])
    expect(existsSync(path.join(folder, 'started'))).toBe(false)
  })

  it('a folder without trust: nothing is started or written', async () => {
    desk = Desk.open()
    const folder = path.join(desk.home, 'stranger')
    writeFiles(folder, { 'workspace.yaml': plainYaml, 'rehearsals/a.yaml': tapeYaml([{ text: 'x' }]) })
    const { id, trusted } = await desk.operator.openFolder(folder, '')
    expect(trusted).toBe(false)
    expect(() => desk.start(id)).toThrow(/not_trusted/)
    expect(existsSync(path.join(folder, '.signalbox'))).toBe(false)
  })

  it('no tape, no model, no key: each says who must act', async () => {
    desk = Desk.open()
    const { id } = await desk.workspace({ 'workspace.yaml': plainYaml })
    const fault = async (parts: Parameters<Desk['run']>[1]) =>
      ofType((await desk.run(id, parts)).events, 'run.failed')[0]?.fault
    expect(await fault({})).toMatchObject({ owner: 'operator', stage: 'project', code: 'no_tape' })
    expect(await fault({ harness: 'loop' })).toMatchObject({
      owner: 'operator',
      stage: 'project',
      code: 'model_missing',
    })
    expect(await fault({ harness: 'loop', model: 'anthropic/claude' })).toMatchObject({
      code: 'model_key_missing',
      message: expect.stringContaining('ANTHROPIC_API_KEY'),
    })
  })
})

describe('capabilities in a run', () => {
  it('lists the real tools of an MCP server and an app, and calls both', async () => {
    desk = Desk.open()
    const folder = path.join(desk.home, 'ws')
    cpSync(sampleFolder, folder, { recursive: true })
    const { id } = await desk.operator.openFolder(folder, 'flag')
    const { events } = await desk.run(id)
    expect(terminalEvents(events)).toMatchObject([{ type: 'run.completed' }])
    const started = ofType(events, 'tool.started')
    expect(new Set(started.map((event) => event.family))).toEqual(
      new Set(['files.read', 'mcp:press-kit', 'app:launch-board', 'outputs']),
    )
    expect(ofType(events, 'tool.finished').every((event) => event.status === 'ok')).toBe(true)
    const [output] = await desk.operator.api['outputs.list']({ workspaceId: id })
    expect(output).toMatchObject({ title: 'Launch brief', ownerApp: 'launch-board', version: 2 })
    const opening = await desk.operator.api['outputs.open']({ outputId: output?.id as never })
    expect(opening).toEqual({ kind: 'app', appId: 'launch-board', route: `/#/item/${output?.resourceId}` })
    const board = JSON.parse(
      readFileSync(path.join(folder, '.signalbox/apps/launch-board/data/board.json'), 'utf8'),
    ) as { items: { by?: { runId?: string } }[] }
    expect(board.items).toHaveLength(3)
  })

  it('goes on without a server that cannot be reached: its tools are absent with the reason, and it is said', async () => {
    desk = Desk.open()
    const yaml = `agents: { id: a }\nmcp_registry:\n  allowlist: { tool_ids: [gone.tool, all.echo] }\n  servers:\n    gone: { type: local, command: [no-such-program-here] }\n    all: { type: local, command: [node, ${JSON.stringify(everythingServer)}] }\n`
    const { id } = await desk.workspace({
      'workspace.yaml': yaml,
      'rehearsals/a.yaml': tapeYaml([{ tools: [{ call: 'all.echo', args: { message: 'hi' } }] }]),
    })
    const { runId, events } = await desk.run(id)
    expect(ofType(events, 'capability.unavailable')).toMatchObject([
      {
        kind: 'server',
        id: 'gone',
        reason: 'server_unavailable',
        detail: expect.stringContaining('no-such-program-here'),
      },
    ])
    expect(terminalEvents(events)).toMatchObject([{ type: 'run.completed' }])
    const { manifest } = (await desk.operator.api['runs.package']({ runId })).package
    expect(manifest.absent).toContainEqual(
      expect.objectContaining({ id: 'gone.tool', reason: 'server_unavailable' }),
    )
    expect(manifest.tools.map((tool) => tool.id)).toContain('all.echo')
    expect(manifest.tools.map((tool) => tool.id)).not.toContain('all.get-sum')
  })

  it('denies file writes in main, allows them in a subagent, and refuses control files and ways out', async () => {
    desk = Desk.open()
    const write = (file: string) =>
      tapeYaml([{ tools: [{ call: 'file_write', args: { path: file, content: 'x' } }] }])
    const { id, folder } = await desk.workspace({
      'workspace.yaml': plainYaml,
      'rehearsals/a.yaml': write('notes/a.txt'),
      'rehearsals/b.yaml': write('note.txt'),
      'rehearsals/c.yaml': write('AGENTS.md'),
      'rehearsals/d.yaml': write('../out.txt'),
    })
    const finished = async (parts: Parameters<Desk['run']>[1]) =>
      ofType((await desk.run(id, parts)).events, 'tool.finished')[0]
    expect(await finished({ tape: 'rehearsals/b.yaml' })).toMatchObject({
      status: 'denied',
      error: { owner: 'policy', code: 'session_kind' },
    })
    expect(await finished({ tape: 'rehearsals/b.yaml', kind: 'subagent' })).toMatchObject({ status: 'ok' })
    expect(readFileSync(path.join(folder, 'note.txt'), 'utf8')).toBe('x')
    expect(await finished({ tape: 'rehearsals/c.yaml', kind: 'subagent' })).toMatchObject({
      status: 'denied',
      error: { code: 'denied_by_policy' },
    })
    expect(await finished({ tape: 'rehearsals/d.yaml', kind: 'subagent' })).toMatchObject({
      status: 'denied',
      error: { code: 'path_refused' },
    })
    expect(existsSync(path.join(desk.home, 'out.txt'))).toBe(false)
  })

  it('keeps a large result as a blob with its head and tail, readable page by page', async () => {
    desk = Desk.open()
    const big = `${'ä'.repeat(60_000)}END`
    const { id } = await desk.workspace({
      'workspace.yaml': plainYaml,
      'big.txt': big,
      'rehearsals/a.yaml': tapeYaml([{ tools: [{ call: 'file_read', args: { path: 'big.txt' } }] }]),
    })
    const result = ofType((await desk.run(id)).events, 'tool.finished')[0]?.result
    if (result?.kind !== 'blob') throw new Error('the result is not a blob')
    expect(result.ref).toMatchObject({ bytes: 120_003, tail: expect.stringMatching(/END$/) })
    let text = ''
    for (let next = 0; next < result.ref.bytes; ) {
      const page = await desk.operator.api['blobs.read']({
        hash: result.ref.blob,
        offset: next,
        length: 50_001,
      })
      text += page.text
      next = page.next
    }
    expect(text).toBe(big)
  })
})

import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { isDurable, type RunEvent } from '@contract'
import { afterEach, describe, expect, it } from 'vitest'
import { ModelServer, script } from '../harness/testing.ts'
import { digestOf } from '../kit/index.ts'
import { Desk, everythingServer, plainYaml, tapeYaml, terminalEvents } from './fixtures/desk.ts'

let desk: Desk
afterEach(() => desk.close())

const ofType = <T extends RunEvent['type']>(events: RunEvent[], type: T) =>
  events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type)

describe('skills and session kinds', () => {
  const skill =
    '---\nname: guard\ndescription: Guards sums\ngranted_tools: [all.get-sum]\n---\nAdd with care.\n'
  const yaml = `agents: { id: a }\nmcp_registry:\n  allowlist: { tool_ids: [all.get-sum, all.echo] }\n  servers:\n    all: { type: local, command: [node, ${JSON.stringify(everythingServer)}] }\nsession_kinds:\n  main: { preset: direct, deny: [all.echo] }\n`
  const sum = { call: 'all.get-sum', args: { a: 1, b: 2 } }

  it('a tool that a skill grants is refused until the skill was invoked, and the invocation is a fact', async () => {
    desk = Desk.open()
    const { id } = await desk.workspace({
      'workspace.yaml': yaml,
      'skills/guard/SKILL.md': skill,
      'rehearsals/a.yaml': tapeYaml([{ tools: [sum] }]),
      'rehearsals/b.yaml': tapeYaml([
        { tools: [{ call: 'skill', args: { id: 'guard' } }] },
        { tools: [sum] },
      ]),
    })
    const refused = await desk.run(id)
    expect(ofType(refused.events, 'tool.finished')).toMatchObject([
      { status: 'denied', error: { code: 'skill_required' } },
    ])
    const granted = await desk.run(id, { tape: 'rehearsals/b.yaml' })
    expect(ofType(granted.events, 'skill.invoked')).toMatchObject([
      { skillId: 'guard', grantedTools: ['all.get-sum'] },
    ])
    expect(ofType(granted.events, 'tool.finished').map((event) => event.status)).toEqual(['ok', 'ok'])
    expect(ofType(granted.events, 'tool.finished')[0]).toMatchObject({ result: { value: 'Add with care.' } })
  })

  it('what the author says of a kind holds for manifest, prompt, request and gateway alike', async () => {
    desk = Desk.open()
    const model = await ModelServer.start()
    const { id, folder } = await desk.workspace({ 'workspace.yaml': yaml })
    const wishes = [
      { name: 'all_echo', args: { message: 'x' } },
      { name: 'file_write', args: { path: 'n.txt', content: 'direct' } },
    ]
    const { runId, events } = await desk.run(id, {
      harness: 'loop',
      model: 'mock/m',
      baseUrl: model.openAiUrl,
      instruction: script('Go.', [{ tools: wishes }, { text: 'Done.' }]),
    })
    const offered = model.requests()[0]?.tools ?? []
    await model.stop()
    const { package: run } = await desk.operator.api['runs.package']({ runId })
    expect([...offered].sort()).toEqual(run.manifest.tools.map((tool) => tool.alias).sort())
    const prompt = run.sections.find((section) => section.id === 'capabilities')?.text ?? ''
    for (const { alias } of run.manifest.tools) expect(prompt).toContain(`- ${alias}`)
    expect(offered).toContain('file_write')
    expect(offered).not.toContain('all_echo')
    expect(prompt).not.toContain('all_echo')
    expect(run.manifest.absent).toContainEqual(
      expect.objectContaining({ id: 'all.echo', reason: 'session_kind' }),
    )
    expect(readFileSync(path.join(folder, 'n.txt'), 'utf8')).toBe('direct')
    expect(
      ofType(events, 'tool.finished')
        .map((event) => event.status)
        .sort(),
    ).toEqual(['denied', 'ok'])
  })
})

describe('what goes wrong in the middle', () => {
  it('a store that takes no more writes ends the run without a crash, tells the window, and is marked at the next start', async () => {
    desk = Desk.open()
    const { id } = await desk.workspace({
      'workspace.yaml': plainYaml,
      'rehearsals/a.yaml': tapeYaml([
        { text: 'a b c d e f', pace_ms: 40 },
        { tools: [{ call: 'file_list' }] },
        { text: 'never' },
      ]),
    })
    const { runId } = desk.start(id)
    await desk.until(runId, ({ event }) => event.type === 'output.delta')
    const append = desk.store.append.bind(desk.store)
    desk.store.append = () => {
      throw new Error('database or disk is full')
    }
    await desk.operator.runs.over(runId)
    expect(terminalEvents(desk.eventsOf(runId))).toEqual([])
    expect(desk.eventsOf(runId).some((event) => event.type === 'tool.started')).toBe(false)
    const trouble = desk.envelopes.flatMap(({ event }) =>
      event.type === 'store.trouble' ? [event.fault?.code] : [],
    )
    expect(trouble).toContain('store_write_failed')
    expect(() => desk.start(id)).toThrow(/store_write_failed/)
    desk.store.append = append
    expect(desk.operator.recover()).toBe(1)
    expect(desk.eventsOf(runId).at(-1)).toMatchObject({ type: 'run.interrupted' })
    expect(desk.envelopes.some(({ event }) => event.type === 'store.trouble' && event.fault === null)).toBe(
      true,
    )
  })

  it('two reports with one title at the same time are two files', async () => {
    desk = Desk.open()
    const report = (content: string) => ({ call: 'write_report', args: { title: 'Same', content } })
    const { id, folder } = await desk.workspace({
      'workspace.yaml': plainYaml,
      'rehearsals/a.yaml': tapeYaml([{ tools: [report('one'), report('two'), report('three')] }]),
    })
    const { events } = await desk.run(id)
    const paths = ofType(events, 'output.created').map(({ output }) => output.path as string)
    expect([...paths].sort()).toEqual(['outputs/same-2.md', 'outputs/same-3.md', 'outputs/same.md'])
    expect(paths.map((file) => readFileSync(path.join(folder, file), 'utf8')).sort()).toEqual([
      'one',
      'three',
      'two',
    ])
  })

  it('reports are not written through a folder that leads out', async () => {
    desk = Desk.open()
    const { id, folder } = await desk.workspace({
      'workspace.yaml': plainYaml,
      'rehearsals/a.yaml': tapeYaml([
        { tools: [{ call: 'write_report', args: { title: 'Out', content: 'x' } }] },
      ]),
    })
    symlinkSync('..', path.join(folder, 'outputs'))
    expect(ofType((await desk.run(id)).events, 'tool.finished')).toMatchObject([
      { status: 'denied', error: { code: 'path_refused' } },
    ])
    expect(existsSync(path.join(desk.home, 'out.md'))).toBe(false)
  })

  it('a control file is not written through a link, nor a program that a server is started with', async () => {
    desk = Desk.open()
    const write = (file: string) =>
      tapeYaml([{ tools: [{ call: 'file_write', args: { path: file, content: 'OWNED' } }] }])
    const { id, folder } = await desk.workspace({
      'workspace.yaml': `agents: { id: a }\nmcp_registry:\n  servers:\n    own: { type: local, command: [node, servers/own.mjs], enabled: false }\n`,
      'AGENTS.md': 'rules',
      'servers/own.mjs': '// code',
      'rehearsals/a.yaml': write('CLAUDE.md'),
      'rehearsals/b.yaml': write('servers/own.mjs'),
      'rehearsals/c.yaml': write('knowledge/KNOWLEDGE.md'),
    })
    symlinkSync('AGENTS.md', path.join(folder, 'CLAUDE.md'))
    for (const tape of ['a', 'b', 'c']) {
      const { events } = await desk.run(id, { kind: 'subagent', tape: `rehearsals/${tape}.yaml` })
      expect(ofType(events, 'tool.finished')).toMatchObject([
        { status: 'denied', error: { code: 'denied_by_policy' } },
      ])
    }
    expect(readFileSync(path.join(folder, 'AGENTS.md'), 'utf8')).toBe('rules')
  })

  it('calls that the loop refuses by itself are in the log with their reason', async () => {
    desk = Desk.open()
    const model = await ModelServer.start()
    const { id } = await desk.workspace({ 'workspace.yaml': plainYaml })
    const wrong = [
      { name: 'file_write', args: { path: 'a', content: 'b' } },
      { name: 'shell', args: { command: 'rm -rf /' } },
      { name: 'file_read', args: { file: 'wrong name' } },
    ]
    const { events } = await desk.run(id, {
      harness: 'loop',
      model: 'mock/m',
      baseUrl: model.openAiUrl,
      instruction: script('Try.', [{ tools: wrong }, { text: 'I tried.' }]),
    })
    await model.stop()
    const reasons = ofType(events, 'tool.finished').map(({ callId, status, error }) => {
      const started = ofType(events, 'tool.started').find((event) => event.callId === callId)
      return [started?.toolId, status, error?.code]
    })
    expect(reasons.sort()).toEqual([
      ['file_read', 'error', 'arguments_invalid'],
      ['file_write', 'denied', 'session_kind'],
      ['shell', 'denied', 'not_resolved'],
    ])
    expect(terminalEvents(events)).toMatchObject([{ type: 'run.completed', text: 'I tried.' }])
  })
})

describe('secrets', () => {
  it('that a run was given are in no package, no snapshot and no event', async () => {
    desk = Desk.open({ env: { TEST_CANARY: 'canary-4711-abcdef' } })
    const yaml = `agents: { id: a }\nmcp_registry:\n  servers:\n    all: { type: local, command: [node, ${JSON.stringify(everythingServer)}], environment: { KEY: "{env:TEST_CANARY}" } }\n`
    const { id } = await desk.workspace({
      'workspace.yaml': yaml,
      'AGENTS.md': 'By mistake the author pasted canary-4711-abcdef here.',
      'rehearsals/a.yaml': tapeYaml([{ text: 'Hello.', pace_ms: 0 }]),
    })
    await desk.run(id)
    const { runId, sessionId, events } = await desk.run(id, { instruction: 'Use canary-4711-abcdef now.' })
    expect(terminalEvents(events)).toMatchObject([{ type: 'run.completed' }])
    const kept = await desk.operator.api['runs.package']({ runId })
    expect(JSON.stringify(kept)).toContain('[secret TEST_CANARY]')
    const shown = await desk.operator.api['sessions.view']({ sessionId })
    expect(JSON.stringify({ kept, events, shown, list: desk.store.sessions.byId(sessionId) })).not.toContain(
      'canary-4711',
    )
    expect(kept.snapshots[0]?.packageHash).toBe(digestOf(kept.package))
  })
})

describe('stopping', () => {
  it('is acknowledged at once, settles the open call, confirms, and the session goes on', async () => {
    desk = Desk.open()
    const yaml = `agents: { id: a }\nmcp_registry:\n  servers:\n    all: { type: local, command: [node, ${JSON.stringify(everythingServer)}] }\n`
    const { id } = await desk.workspace({
      'workspace.yaml': yaml,
      'rehearsals/a.yaml': tapeYaml([
        {
          text: 'Long work.',
          pace_ms: 0,
          tools: [{ call: 'all.trigger-long-running-operation', args: { duration: 30, steps: 30 } }],
        },
        { text: 'never' },
      ]),
      'rehearsals/b.yaml': tapeYaml([{ text: 'And on.', pace_ms: 0 }]),
    })
    const { runId, sessionId } = desk.start(id)
    await desk.until(runId, ({ event }) => event.type === 'tool.started')
    await desk.operator.api['runs.stop']({ runId })
    await desk.operator.runs.over(runId)
    const events = desk.eventsOf(runId)
    expect(events.slice(-3)).toMatchObject([
      { type: 'run.stop_requested', by: 'operator' },
      { type: 'tool.finished', status: 'stopped' },
      { type: 'run.stopped', by: 'operator' },
    ])
    expect(() => desk.operator.runs.stop(runId)).toThrow(/run_over/)
    expect(
      terminalEvents((await desk.run(id, { sessionId, tape: 'rehearsals/b.yaml' })).events),
    ).toMatchObject([{ type: 'run.completed', text: 'And on.' }])
  })

  it('works while the stages are still waiting for a server, and closes what comes too late', async () => {
    desk = Desk.open()
    const yaml = `agents: { id: a }\nmcp_registry:\n  servers:\n    mute: { type: local, command: [sleep, "30"], timeout_ms: 20000 }\n`
    const { id } = await desk.workspace({
      'workspace.yaml': yaml,
      'rehearsals/a.yaml': tapeYaml([{ text: 'x' }]),
    })
    const { runId } = desk.start(id)
    await desk.until(
      runId,
      (envelope) =>
        isDurable(envelope) && envelope.event.type === 'run.stage' && envelope.event.stage === 'compile',
    )
    await desk.operator.api['runs.stop']({ runId })
    await desk.operator.runs.over(runId)
    expect(terminalEvents(desk.eventsOf(runId))).toMatchObject([{ type: 'run.stopped' }])
  })

  it('writes open text as partial, so that what was said is kept', async () => {
    desk = Desk.open()
    const { id } = await desk.workspace({
      'workspace.yaml': plainYaml,
      'rehearsals/a.yaml': tapeYaml([{ text: 'word '.repeat(200), pace_ms: 10 }]),
    })
    const { runId, sessionId } = desk.start(id)
    await desk.until(runId, ({ event }) => event.type === 'output.delta' && event.offset > 20)
    await desk.operator.api['runs.stop']({ runId })
    await desk.operator.runs.over(runId)
    const done = ofType(desk.eventsOf(runId), 'output.done').at(-1)
    expect(done).toMatchObject({ partial: true, text: expect.stringMatching(/^word word/) })
    const view = await desk.operator.api['sessions.view']({ sessionId })
    expect(view.runs[0]?.items).toMatchObject([{ kind: 'text', text: done?.text, open: false }])
  })
})

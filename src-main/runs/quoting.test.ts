import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { RunEvent, SessionKind } from '@contract'
import { afterEach, describe, expect, it } from 'vitest'
import { ModelServer, script } from '../harness/testing.ts'
import { RunCommands } from './commands.ts'
import { Desk, tapeYaml } from './fixtures/desk.ts'
import { quotesOf, readQuotes } from './quoting.ts'

let desk: Desk
afterEach(() => desk?.close())

const ofType = <T extends RunEvent['type']>(events: RunEvent[], type: T) =>
  events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type)

it('a quoted command of another kind of session is refused, also one that is a prompt', () => {
  const command = {
    id: 'night',
    description: 'N',
    run: null,
    prompt: 'Go',
    sessionKinds: ['scheduled'] as const,
  }
  const plan = { skills: [], skillsOff: [], commands: [command] } as unknown as Parameters<typeof quotesOf>[1]
  const tools = (kind: SessionKind) => ({
    offer: () => ({ callable: true }) as const,
    skills: { invoke: () => null },
    commands: new RunCommands(plan.commands, { kind } as never),
  })
  const { quoted, findings } = quotesOf('/night\nGo.', plan, tools('main') as never)
  expect([quoted, findings.map(({ code }) => code)]).toEqual([[], ['quote_refused']])
  expect(quotesOf('/night\nGo.', plan, tools('scheduled') as never).quoted).toHaveLength(1)
})

describe('leading /id lines of an instruction', () => {
  const plan = {
    skills: [
      {
        id: 'press',
        layer: 'workspace' as const,
        shadows: [],
        description: '',
        path: '',
        grantedTools: [],
        grantedCommands: [],
        body: '',
      },
    ],
    skillsOff: [{ id: 'off', layer: 'workspace' as const, path: '', problem: null, skill: null }],
    commands: [{ id: 'test', description: '', run: ['t'], prompt: null, sessionKinds: null }],
  }
  it.each([
    ['/press\nWrite it.', ['press'], [], []],
    ['\n/press\n/press\n\n/test\nGo.', ['press'], ['test'], []],
    ['Write it.\n/press', [], [], []],
    ['/etc/hosts is wrong', [], [], []],
    ['/press now', [], [], []],
    ['/nobody\n/press', ['press'], [], ['quote_unknown']],
    ['/off', [], [], ['quote_unknown']],
    ['/press\r\nGo.', ['press'], [], []],
  ])('%j', (instruction, skills, commands, findings) => {
    const quotes = readQuotes(instruction, plan)
    expect(quotes.skills).toEqual(skills)
    expect(quotes.commands.map(({ id }) => id)).toEqual(commands)
    expect(quotes.findings.map(({ code }) => code)).toEqual(findings)
  })
})

const yaml = `agents: { id: a }
mcp_registry: { servers: {} }
commands:
  count: { description: Counts the lines, run: [node, tools/count.mjs] }
  tone: { description: The tone, prompt: Write calmly. }
  fails: { description: Fails, run: [node, -e, "console.log('so far'); process.exit(3)"] }
  later: { description: Only for schedules, run: [node, -v], session_kinds: [scheduled] }
  guarded: { description: Needs a skill, run: [node, -e, "console.log('ran')"] }
`
const files = {
  'workspace.yaml': yaml,
  'tools/count.mjs': "console.log('lines: 7')\nconsole.error(process.env.CANARY ?? 'no secret')\n",
  'skills/careful/SKILL.md':
    '---\nname: careful\ndescription: With care\ngranted_tools: [file_write]\ngranted_commands: [guarded]\n---\nMeasure twice.\n',
}

describe('commands', () => {
  const call = (id: string) => ({ tools: [{ call: 'command_run', args: { id } }] })

  it('run exactly what the author wrote, without secrets, and answer output and exit code', async () => {
    desk = Desk.open({ env: { CANARY: 'canary-value' } })
    const ids = ['count', 'fails', 'tone', 'later', 'nobody', 'guarded']
    const tools = ids.flatMap((one) => call(one).tools)
    const { id } = await desk.workspace({ ...files, 'rehearsals/a.yaml': tapeYaml([{ tools }]) })
    const { runId, events } = await desk.run(id)
    const ends = new Map(
      ofType(events, 'tool.started').map(({ callId, args }) => [
        args.id,
        ofType(events, 'tool.finished').find((end) => end.callId === callId),
      ]),
    )
    expect(ids.map((one) => [ends.get(one)?.status, ends.get(one)?.error?.code ?? null])).toEqual([
      ['ok', null],
      ['error', 'command_failed'],
      ['ok', null],
      ['error', 'command_unknown'],
      ['error', 'command_unknown'],
      ['denied', 'skill_required'],
    ])
    const counted = ends.get('count')
    expect(counted).toMatchObject({
      result: { value: { exitCode: 0, output: expect.stringContaining('lines: 7') } },
    })
    expect(JSON.stringify(counted)).toContain('no secret')
    expect(ends.get('tone')).toMatchObject({ result: { value: 'Write calmly.' } })
    const { package: run } = await desk.operator.api['runs.package']({ runId })
    expect(run.commands.map((command) => command.id)).toEqual(['count', 'tone', 'fails', 'guarded'])
  })

  it('do not run once the script behind them is another, until it was reviewed', async () => {
    desk = Desk.open()
    const { id, folder } = await desk.workspace({ ...files, 'rehearsals/a.yaml': tapeYaml([call('count')]) })
    writeFileSync(path.join(folder, 'tools/count.mjs'), "console.log('changed')\n")
    const refused = await desk.run(id)
    expect(ofType(refused.events, 'tool.finished')).toMatchObject([
      { status: 'denied', error: { code: 'changed' } },
    ])
    const review = await desk.operator.api['trust.review']({ workspaceId: id })
    expect(review.items.find(({ key }) => key === 'command:count')).toMatchObject({
      state: 'changed',
      files: [{ path: 'tools/count.mjs', state: 'changed' }],
    })
    const keys = review.items.map(({ key }) => key)
    await desk.operator.api['trust.grant']({ workspaceId: id, digest: review.digest, keys })
    const again = await desk.run(id)
    expect(JSON.stringify(ofType(again.events, 'tool.finished'))).toContain('changed')
  })

  it('end with the run', async () => {
    desk = Desk.open()
    const slow = yaml.replace(
      '[node, tools/count.mjs]',
      '[node, -e, "setInterval(() => {}, 1000); console.log(process.pid)"]',
    )
    const { id } = await desk.workspace({
      ...files,
      'workspace.yaml': slow,
      'rehearsals/a.yaml': tapeYaml([call('count')]),
    })
    const { runId } = desk.start(id)
    let pid = 0
    await desk.until(runId, ({ event }) => {
      if (event.type === 'tool.delta' && event.part === 'output') pid = Number(event.text)
      return pid > 0
    })
    desk.operator.runs.stop(runId)
    await desk.operator.runs.over(runId)
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('a quoted skill', () => {
  it('is in the prompt with its origin, and its grants hold from the start', async () => {
    desk = Desk.open()
    const model = await ModelServer.start()
    const { id, folder } = await desk.workspace(files)
    const { runId, events } = await desk.run(id, {
      harness: 'loop',
      model: 'mock/m',
      baseUrl: model.openAiUrl,
      instruction: script('/careful\n/tone\n/count\nGo.', [
        {
          tools: [
            { name: 'file_write', args: { path: 'n.txt', content: 'measured' } },
            { name: 'command_run', args: { id: 'guarded' } },
          ],
        },
        { text: 'Done.' },
      ]),
    })
    await model.stop()
    expect(ofType(events, 'skill.invoked')).toMatchObject([{ skillId: 'careful', widening: true }])
    const { package: run } = await desk.operator.api['runs.package']({ runId })
    expect(run.sections.filter((section) => section.id.startsWith('quoted:'))).toMatchObject([
      { title: 'Skill careful', text: 'Measure twice.', origin: { file: 'skills/careful/SKILL.md' } },
      { title: 'Command tone', text: 'Write calmly.' },
      { title: 'Command count', text: expect.stringContaining('command_run') },
    ])
    expect(ofType(events, 'tool.finished').map(({ status }) => status)).toEqual(['ok', 'ok'])
    expect(readFileSync(path.join(folder, 'n.txt'), 'utf8')).toBe('measured')
  })

  it('widens nothing that the operator did not grant, and says that it does not', async () => {
    desk = Desk.open()
    const { id } = await desk.workspace({
      ...files,
      'rehearsals/a.yaml': tapeYaml([
        { tools: [{ call: 'file_write', args: { path: 'n.txt', content: 'x' } }] },
      ]),
    })
    const review = await desk.operator.api['trust.review']({ workspaceId: id })
    const keys = review.items.map(({ key }) => key).filter((key) => !key.startsWith('loosen:'))
    expect(keys.length).toBeLessThan(review.items.length)
    await desk.operator.api['trust.grant']({ workspaceId: id, digest: review.digest, keys })
    const { runId, events } = await desk.run(id, { instruction: '/careful\nGo.' })
    expect(ofType(events, 'skill.invoked')).toMatchObject([{ widening: false }])
    expect(ofType(events, 'tool.finished')).toMatchObject([
      { status: 'denied', error: { code: 'session_kind' } },
    ])
    const { package: run } = await desk.operator.api['runs.package']({ runId })
    expect(run.manifest.tools.map((tool) => tool.id)).not.toContain('file_write')
    expect(run.findings.map(({ code }) => code)).toContain('trust_needed')
  })

  it('that is not there is said, and the line is left', async () => {
    desk = Desk.open()
    const { id } = await desk.workspace({ ...files, 'rehearsals/a.yaml': tapeYaml([{ text: 'Hello.' }]) })
    const { events } = await desk.run(id, { instruction: '/nobody\nGo.' })
    const context = ofType(events, 'run.stage').find(({ stage }) => stage === 'context')
    expect(context?.findings.map(({ code }) => code)).toEqual(['quote_unknown'])
    expect(events.at(-1)?.type).toBe('run.completed')
  })
})

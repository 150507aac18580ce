import type { RunEvent } from '@contract'
import { afterEach, describe, expect, it } from 'vitest'
import { ModelServer, script } from '../harness/testing.ts'
import { Desk, tapeYaml } from './fixtures/desk.ts'

let desk: Desk
afterEach(() => desk.close())

const ofType = <T extends RunEvent['type']>(events: RunEvent[], type: T) =>
  events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type)

const schema = {
  type: 'object',
  properties: { total: { type: 'integer' }, note: { type: 'string' } },
  required: ['total'],
  additionalProperties: false,
}
const files = {
  'workspace.yaml':
    'agents: { id: a, schema_id: Sum }\nschema_registry: { aliases: { Sum: schemas/sum.json } }\nmcp_registry: { servers: {} }\n',
  'schemas/sum.json': JSON.stringify(schema),
}

async function run(steps: { name: string; args: Record<string, unknown> }[][], text = files) {
  desk = Desk.open()
  const model = await ModelServer.start()
  const { id } = await desk.workspace(text)
  const done = await desk.run(id, {
    harness: 'loop',
    model: 'mock/m',
    baseUrl: model.openAiUrl,
    instruction: script('Sum up.', [...steps.map((tools) => ({ tools })), { text: 'Done.' }] as never),
  })
  const requests = model.requests()
  await model.stop()
  return { ...done, requests }
}

const submit = (args: Record<string, unknown>) => [{ name: 'submit_result', args }]

describe('a run whose result has a form', () => {
  it('hands it in by submit_result, and it is kept as an output', async () => {
    const { runId, events, requests } = await run([submit({ total: 7, note: 'é' })])
    expect(requests[0]?.tools).toContain('submit_result')
    const [made] = ofType(events, 'output.created')
    expect(made?.output).toMatchObject({ type: 'result', version: 1, status: 'final' })
    const kept = await desk.operator.api['outputs.open']({ outputId: made!.output.id })
    expect(JSON.parse((kept as { text: string }).text)).toEqual({ total: 7, note: 'é' })
    expect(events.at(-1)?.type).toBe('run.completed')
    const { package: given } = await desk.operator.api['runs.package']({ runId })
    expect(given.outputFormat).toEqual(schema)
    expect(given.files.map(({ path }) => path)).toContain('schemas/sum.json')
    expect(given.findings.map(({ code }) => code)).not.toContain('workspace_key_not_enforced')
  })

  it('gets one back that does not fit, twice, and the third ends the run as the harness’s', async () => {
    const { events } = await run([
      submit({ total: 'seven' }),
      submit({ total: 7, more: 1 }),
      submit({}),
      submit({ total: 7 }),
    ])
    const ends = ofType(events, 'tool.finished')
    expect(ends.map(({ status, error }) => [status, error?.owner])).toEqual([
      ['error', 'harness'],
      ['error', 'harness'],
      ['error', 'harness'],
    ])
    expect(ends[0]?.error?.message).toContain('total')
    expect(ends[1]?.error?.message).toContain('more')
    expect(events.at(-1)).toMatchObject({
      type: 'run.failed',
      fault: { owner: 'harness', code: 'output_invalid' },
    })
    expect(ofType(events, 'output.created')).toEqual([])
  })

  it('is judged here too, whatever the executor lets pass', async () => {
    desk = Desk.open()
    const tape = tapeYaml([{ tools: [{ call: 'submit_result', args: { total: 'seven' } }] }])
    const { id } = await desk.workspace({ ...files, 'rehearsals/a.yaml': tape })
    const { events } = await desk.run(id)
    expect(ofType(events, 'tool.finished')).toMatchObject([
      {
        status: 'error',
        error: { code: 'output_invalid', message: expect.stringContaining('/total must be integer') },
      },
    ])
  })

  it('may mend it, and hand it in again as a new version', async () => {
    const { events } = await run([submit({ total: 'x' }), submit({ total: 1 }), submit({ total: 2 })])
    expect(ofType(events, 'output.created')).toHaveLength(1)
    expect(ofType(events, 'output.updated')).toMatchObject([{ output: { version: 2 } }])
    expect(events.at(-1)?.type).toBe('run.completed')
  })

  it('does not start with a schema that is none, which is the author’s', async () => {
    const broken = {
      ...files,
      'schemas/sum.json': '{"type": "object", "properties": {"a": {"type": "nonsense"}}}',
    }
    const { events } = await run([], broken)
    expect(events.at(-1)).toMatchObject({
      type: 'run.failed',
      fault: { owner: 'author', code: 'output_schema_invalid' },
    })
  })
})

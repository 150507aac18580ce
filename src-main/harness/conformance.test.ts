import type { ModelClient } from '@contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conforms, runScenario, type Scenario, type Subject } from './conformance.ts'
import { ModelServer, type ScriptStep, script } from './fixtures/model-server.ts'
import { loop } from './loop/adapter.ts'
import { rehearsal } from './rehearsal/adapter.ts'

describe('rehearsal', () => {
  conforms({
    harness: rehearsal,
    secrets: {},
    request: (scenario) => ({
      instruction: 'play',
      modelClient: { api: 'none', provider: 'rehearsal', model: 'none', baseUrl: '' },
      tape: {
        steps: scenario.failure
          ? 'not a list'
          : scenario.steps.map((step) => ({
              ...(step.thinking ? { thinking: step.thinking } : {}),
              ...(step.text ? { text: step.text } : {}),
              pace_ms: scenario.slow ? 20 : 0,
              ...(step.tools
                ? { tools: step.tools.map((tool) => ({ call: tool.name, args: tool.args })) }
                : {}),
            })),
      },
    }),
  })

  it('fills references to earlier results and keeps their type', async () => {
    const outcome = await runScenario(
      tape([
        { tools: [{ id: 'first', call: 'toy.echo', args: { text: 'x' }, expect: ['said'] }] },
        {
          text: 'It said ${first.result.said}.',
          tools: [{ call: 'toy.echo', args: { text: '${steps.1.result.said}', all: '${first.result}' } }],
        },
      ]),
      { steps: [] },
    )
    expect(outcome.wishes[1]?.args).toEqual({ text: 'x', all: { said: 'x' } })
    expect(outcome.ends).toEqual([{ outcome: 'completed', text: 'It said x.' }])
  })

  it('fails as the author’s when a result has another shape, naming what was expected', async () => {
    const outcome = await runScenario(
      tape([{ tools: [{ call: 'toy.echo', args: { text: 'x' }, expect: ['id'] }] }]),
      { steps: [] },
    )
    expect(outcome.ends).toMatchObject([
      {
        outcome: 'failed',
        fault: { owner: 'author', code: 'tape_result_shape', message: expect.stringContaining('"id"') },
      },
    ])
  })

  it('fails as the author’s when a reference leads to nothing', async () => {
    const outcome = await runScenario(tape([{ text: '${later.result.id}' }]), { steps: [] })
    expect(outcome.ends).toMatchObject([
      { outcome: 'failed', fault: { owner: 'author', code: 'tape_reference' } },
    ])
  })
})

const tape = (steps: unknown): Subject => ({
  harness: rehearsal,
  secrets: {},
  request: () => ({
    instruction: 'play',
    modelClient: { api: 'none', provider: 'rehearsal', model: 'none', baseUrl: '' },
    tape: { steps: steps as never },
  }),
})

describe.each(['openai-completions', 'anthropic-messages'] as const)('loop over %s', (api) => {
  let server: ModelServer
  beforeAll(async () => {
    server = await ModelServer.start()
  })
  afterAll(() => server.stop())

  const client = (): ModelClient => ({
    api,
    provider: 'mock',
    model: 'mock-model',
    baseUrl: api === 'anthropic-messages' ? server.origin : server.openAiUrl,
    keyName: 'MOCK_KEY',
  })
  const subject: Subject = {
    harness: loop,
    secrets: { MOCK_KEY: 'k-123456' },
    request: (scenario) => ({ instruction: script('Do this.', stepsOf(scenario)), modelClient: client() }),
  }
  conforms(subject)

  it('reports the usage of every answer', async () => {
    const outcome = await runScenario(subject, { steps: [{ text: 'Counted.' }] })
    expect(outcome.events.filter((event) => event.type === 'usage.reported')).toMatchObject([
      { usage: { input: 120, output: 30, contextUsed: 150 } },
    ])
  })

  it('shows arguments while they are written, under the id of the call that follows', async () => {
    const outcome = await runScenario(subject, {
      steps: [{ tools: [{ name: 'toy.echo', args: { text: 'some words to write' } }] }, { text: 'ok' }],
    })
    const deltas = outcome.events.flatMap((event) => (event.type === 'tool.delta' ? [event] : []))
    expect(deltas.map((event) => event.text).join('')).toBe('{"text":"some words to write"}')
    expect(new Set(deltas.map((event) => event.callId))).toEqual(
      new Set(outcome.wishes.map((wish) => wish.callId)),
    )
    expect(deltas[0]?.toolId).toBe('toy.echo')
  })

  it('goes on with the earlier turns it is given, each call with its result', async () => {
    await runScenario(
      {
        ...subject,
        request: (scenario) => ({
          ...subject.request(scenario),
          contextMessages: [
            { role: 'user', text: 'earlier question' },
            {
              role: 'assistant',
              text: 'I look.',
              calls: [{ callId: 'call_earlier1', alias: 'toy_echo', args: { text: 'e' } }],
            },
            {
              role: 'tool',
              callId: 'call_earlier1',
              alias: 'toy_echo',
              text: 'earlier result',
              failed: false,
            },
            { role: 'assistant', text: 'earlier answer', calls: [] },
          ],
        }),
      },
      { steps: [{ text: 'And on.' }] },
    )
    const sent = JSON.stringify(server.requests().at(-1)?.messages)
    for (const words of ['earlier question', 'earlier result', 'earlier answer', 'call_earlier1'])
      expect(sent).toContain(words)
  })

  it('says that nothing listens, with the address and what to check', async () => {
    const nowhere = {
      ...subject,
      request: (scenario: Scenario) => ({
        ...subject.request(scenario),
        modelClient: { ...client(), baseUrl: 'http://127.0.0.1:9/v1' },
      }),
    }
    const outcome = await runScenario(nowhere, { steps: [{ text: 'unsaid' }] })
    expect(outcome.ends).toMatchObject([
      {
        outcome: 'failed',
        fault: {
          owner: 'provider',
          code: 'provider_unreachable',
          message: expect.stringContaining('http://127.0.0.1:9/v1'),
        },
      },
    ])
  })
})

function stepsOf(scenario: Scenario): ScriptStep[] {
  if (scenario.failure)
    return [{ error: { status: 400, message: 'the model service says no to this request' } }]
  return scenario.steps.map((step) => ({
    ...(step.text === undefined ? {} : { text: step.text }),
    ...(step.thinking === undefined ? {} : { reasoning: step.thinking }),
    ...(step.tools
      ? { tools: step.tools.map((tool) => ({ name: tool.name.replaceAll('.', '_'), args: tool.args })) }
      : {}),
  }))
}

import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { ModelServer, script } from '../src-main/harness/testing.ts'
import type { Envelope } from '../src-preload/contract/index.ts'
import { launch, surfacePage } from './launch.ts'
import { chooseModel, headless, root, runEnds, send } from './support/desk.ts'

const steps = [
  {
    reasoning: 'I look at both first.',
    text: 'Looking.',
    tools: [{ name: 'press-kit_get_facts' }, { name: 'launch-board_list_items' }],
  },
  { text: 'Adding one.', tools: [{ name: 'launch-board_add_item', args: { title: 'Item of the loop' } }] },
  { text: 'One item is on the board now.' },
]

let model: ModelServer
test.beforeAll(async () => {
  model = await ModelServer.start()
})
test.afterAll(() => model.stop())

test('the loop in the window: a real agent over OpenAI Chat Completions, with MCP and app tools', async () => {
  const desk = await launch()
  const { page } = desk
  const run = page.getByRole('complementary', { name: 'Run' })
  await test.step('choose the model', () => chooseModel(page, model.openAiUrl))
  await send(page, script('Plan one thing.', steps))
  await runEnds(page, /^Done in/)
  await expect(run.getByText('One item is on the board now.', { exact: true })).toBeVisible()
  const board = await surfacePage(desk.app, 'http://127.0.0.1:')
  await expect(board.getByText('Item of the loop', { exact: true }).first()).toBeVisible()
  const [first] = model.requests()
  expect(first?.tools).toEqual(
    expect.arrayContaining(['press-kit_get_facts', 'launch-board_add_item', 'write_report', 'file_read']),
  )
  expect(first?.tools).not.toContain('file_write')
  await desk.close()
})

for (const [wire, name, url] of [
  ['OpenAI Chat Completions', 'openai/mock', () => model.openAiUrl],
  ['Anthropic Messages', 'anthropic/mock', () => model.origin],
] as const) {
  test(`the loop headless over ${wire}: one envelope a line, exit code 0`, async () => {
    const home = await mkdtemp(path.join(os.tmpdir(), 'signalbox-headless-'))
    const folder = path.join(home, 'ws')
    await cp(path.join(root, 'resources/workspaces/product-launch'), folder, { recursive: true })
    const result = await headless(home, [
      'run',
      folder,
      '--instruction',
      script('Plan.', steps),
      '--model',
      name,
      '--base-url',
      url(),
      '--trust',
      '--json',
    ])
    expect(result.code, result.error).toBe(0)
    const envelopes = result.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Envelope)
    const durable = envelopes.filter((envelope) => 'seq' in envelope)
    expect(durable.map((envelope) => envelope.seq)).toEqual(durable.map((_, index) => index + 1))
    const families = envelopes.flatMap(({ event }) => (event.type === 'tool.started' ? [event.family] : []))
    expect(new Set(families)).toEqual(new Set(['mcp:press-kit', 'app:launch-board']))
    expect(envelopes.some(({ event }) => event.type === 'thinking.delta')).toBe(true)
    expect(envelopes.at(-1)?.event).toMatchObject({
      type: 'run.completed',
      text: 'One item is on the board now.',
    })
    await rm(home, { recursive: true, force: true })
  })
}

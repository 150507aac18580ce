import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { HarnessRequest, JsonObject } from '@contract'
import { expect, it } from 'vitest'
import { newId, systemClock } from '../kit/index.ts'
import type { Harness, HostEnd, HostEvent, ToolWish, WishAnswer } from './port.ts'
import { type HostRuntime, startHarness } from './start.ts'

/** What a harness is asked to do in a scenario, in the words of whoever scripts its executor. */
export interface Scenario {
  steps: { thinking?: string; text?: string; tools?: { name: string; args: JsonObject }[] }[]
  /** The executor itself fails at this point instead of going on. */
  failure?: boolean
  /** Slow enough that a cancel comes in the middle. */
  slow?: boolean
}

/** How the suite makes one harness do a scenario: the parts of its request. */
export interface Subject {
  harness: Harness
  request(scenario: Scenario): Pick<HarnessRequest, 'instruction' | 'modelClient'> & { tape?: JsonObject }
  secrets: Record<string, string>
}

const out = path.resolve(import.meta.dirname, '../../out/main')

const testRuntime = (): HostRuntime => ({
  runtime: { command: process.execPath, env: {}, keeperFile: path.join(out, 'keeper.mjs') },
  clock: systemClock,
  entries: out,
  folder: mkdtempSync(path.join(tmpdir(), 'signalbox-host-')),
  cancelGraceMs: 1500,
})

const echo = {
  id: 'toy.echo',
  alias: 'toy_echo',
  description: 'Answers its text.',
  schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
}

export interface Outcome {
  events: HostEvent[]
  wishes: ToolWish[]
  refused: { wish: ToolWish; why: string }[]
  ends: HostEnd[]
  /** Event types and wishes in the order they were told. */
  order: string[]
  materialized: string[][]
  pid: number
}

/** Runs one scenario. `onWish` answers calls; `during` is called with the run once the host is ready. */
export async function runScenario(
  subject: Subject,
  scenario: Scenario,
  options: {
    onWish?: (wish: ToolWish) => Promise<WishAnswer>
    during?: (run: { cancel(): void; pid: Promise<number> }) => void
    onEvent?: (event: HostEvent) => void
  } = {},
): Promise<Outcome> {
  const outcome: Outcome = {
    events: [],
    wishes: [],
    refused: [],
    ends: [],
    order: [],
    materialized: [],
    pid: 0,
  }
  await new Promise<void>((resolve) => {
    const run = startHarness(
      subject.harness,
      testRuntime(),
      { request: requestFor(subject, scenario), secrets: subject.secrets },
      {
        onReady: (materialized) => {
          outcome.materialized.push(materialized)
          options.during?.(run)
        },
        onEvents: (events) => {
          for (const event of events) {
            outcome.events.push(event)
            outcome.order.push(event.type)
            options.onEvent?.(event)
          }
        },
        onWish: async (wish) => {
          outcome.wishes.push(wish)
          outcome.order.push(`wish:${wish.alias}`)
          return (
            (await options.onWish?.(wish)) ?? {
              ok: true,
              value: { said: wish.args.text ?? null },
              text: String(wish.args.text),
            }
          )
        },
        onRefused: (wish, why) => {
          outcome.refused.push({ wish, why })
          outcome.order.push(`refused:${wish.alias}`)
        },
        onEnd: (end) => {
          outcome.ends.push(end)
          // A second end would come right after; leave it the time to be seen.
          setTimeout(resolve, 30)
        },
        onNoise: () => {},
      },
    )
    void run.pid.then((pid) => {
      outcome.pid = pid
    })
  })
  return outcome
}

function requestFor(subject: Subject, scenario: Scenario): HarnessRequest {
  return {
    workspaceId: newId('workspace'),
    sessionId: newId('session'),
    runId: newId('run'),
    attempt: 1,
    sessionKind: 'main',
    contextMessages: [],
    systemPrompt: 'You are a test.',
    attachments: [],
    tools: [echo],
    skills: [],
    mcpServers: [],
    mcpRefs: [],
    outputFormat: null,
    budgets: {},
    configChecksum: 'c'.repeat(64),
    ...subject.request(scenario),
  }
}

const textOf = (outcome: Outcome, type: 'output' | 'thinking') =>
  outcome.events
    .flatMap((event) =>
      (event.type === 'output.done' || event.type === 'thinking.done') && event.type === `${type}.done`
        ? [event.text]
        : [],
    )
    .join('|')

/** What every harness must do. */
export function conforms(subject: Subject): void {
  it('says once which tools it made callable, before anything else, and ends exactly once', async () => {
    const outcome = await runScenario(subject, { steps: [{ text: 'Hello there, operator.' }] })
    expect(outcome.materialized).toEqual([['toy_echo']])
    expect(outcome.ends).toEqual([{ outcome: 'completed', text: 'Hello there, operator.' }])
  })

  it('streams text whose pieces join without gap into the text that closes them', async () => {
    const outcome = await runScenario(subject, {
      steps: [
        { thinking: 'First I think about it.', text: 'Then I speak, at some length, in several pieces.' },
      ],
    })
    const joined = new Map<string, string>()
    for (const event of outcome.events) {
      if (event.type !== 'output.delta' && event.type !== 'thinking.delta') continue
      const key = `${event.type}:${event.messageId}:${event.contentIndex}`
      expect(event.offset).toBe(joined.get(key)?.length ?? 0)
      joined.set(key, (joined.get(key) ?? '') + event.text)
    }
    expect([...joined.values()].sort()).toEqual(
      ['First I think about it.', 'Then I speak, at some length, in several pieces.'].sort(),
    )
    expect(textOf(outcome, 'output')).toBe('Then I speak, at some length, in several pieces.')
    expect(textOf(outcome, 'thinking')).toBe('First I think about it.')
  })

  it('asks for parallel calls side by side, waits for both, and goes on with their results', async () => {
    let open = 0
    let most = 0
    const outcome = await runScenario(
      subject,
      {
        steps: [
          {
            text: 'Two calls.',
            tools: [
              { name: 'toy.echo', args: { text: 'a' } },
              { name: 'toy.echo', args: { text: 'b' } },
            ],
          },
          { text: 'Both answered.' },
        ],
      },
      {
        onWish: async (wish) => {
          most = Math.max(most, ++open)
          await new Promise((resolve) => setTimeout(resolve, 60))
          open--
          return { ok: true, value: { said: wish.args.text ?? null }, text: 'said' }
        },
      },
    )
    expect(most).toBe(2)
    expect(outcome.wishes.map((wish) => wish.args)).toEqual([{ text: 'a' }, { text: 'b' }])
    expect(new Set(outcome.wishes.map((wish) => wish.callId)).size).toBe(2)
    expect(new Set(outcome.wishes.map((wish) => wish.messageId)).size).toBe(1)
    expect(outcome.order.lastIndexOf('wish:toy_echo')).toBeLessThan(outcome.order.lastIndexOf('output.done'))
    expect(outcome.ends).toEqual([{ outcome: 'completed', text: 'Both answered.' }])
  })

  endsAsItShould(subject)
}

/** Cancel, failure, death and a wrong request: one end each, and nobody left behind. */
function endsAsItShould(subject: Subject): void {
  it('ends as stopped when it is cancelled while it speaks, and nothing follows', async () => {
    let cancel = () => {}
    const outcome = await runScenario(
      subject,
      { slow: true, steps: [{ text: `${'word '.repeat(400)}end` }] },
      {
        during: (run) => {
          cancel = () => run.cancel()
        },
        onEvent: (event) => {
          if (event.type === 'output.delta') cancel()
        },
      },
    )
    expect(outcome.ends).toEqual([{ outcome: 'stopped' }])
    expect(textOf(outcome, 'output')).not.toMatch(/end$/)
  })

  it('ends as stopped when it is cancelled in a call that never answers', async () => {
    const outcome = await runScenario(
      subject,
      {
        steps: [
          { text: 'A call.', tools: [{ name: 'toy.echo', args: { text: 'a' } }] },
          { text: 'Never said.' },
        ],
      },
      {
        during: (run) => {
          setTimeout(() => run.cancel(), 700)
        },
        onWish: () => new Promise(() => {}),
      },
    )
    expect(outcome.ends).toEqual([{ outcome: 'stopped' }])
    expect(textOf(outcome, 'output')).not.toContain('Never said.')
  })

  it('shows a failure of its executor as a failure with its owner, never as text', async () => {
    const outcome = await runScenario(subject, { failure: true, steps: [{ text: 'unsaid' }] })
    const [end] = outcome.ends
    expect(outcome.ends).toHaveLength(1)
    expect(end?.outcome).toBe('failed')
    expect(end?.outcome === 'failed' && end.fault.message.length).toBeGreaterThan(10)
  })

  it('fails by itself when its process is killed, and leaves nobody behind', async () => {
    const outcome = await runScenario(
      subject,
      { slow: true, steps: [{ text: 'word '.repeat(400) }] },
      {
        onEvent: () => {},
        during: (run) => {
          void run.pid.then((pid) => setTimeout(() => process.kill(pid, 'SIGKILL'), 200))
        },
      },
    )
    expect(outcome.ends).toMatchObject([
      { outcome: 'failed', fault: { owner: 'harness', code: 'host_exited' } },
    ])
    expect(() => process.kill(-outcome.pid, 0)).toThrow()
  })

  it('refuses a request with a key that is not in the contract', async () => {
    const odd = {
      ...subject,
      request: (scenario: Scenario) => ({ ...subject.request(scenario), productState: 'secret' }),
    }
    const outcome = await runScenario(odd, { steps: [{ text: 'unsaid' }] })
    expect(outcome.ends).toMatchObject([
      {
        outcome: 'failed',
        fault: { code: 'request_invalid', message: expect.stringContaining('productState') },
      },
    ])
    expect(outcome.events).toEqual([])
  })
}

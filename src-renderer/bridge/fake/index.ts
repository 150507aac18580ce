import type { Input, OperationName, OperatorBridge, Reply, Value } from '@contract'
import { writeHistory, writeLong } from './history.ts'
import { createLog, type FakeLog } from './log.ts'
import { createHandlers } from './operations.ts'
import { launch, seedViews } from './seed.ts'
import type { FakeState } from './state.ts'

const scenarios = ['busy', 'first', 'empty', 'broken', 'long'] as const
export type Scenario = (typeof scenarios)[number]
export const isScenario = (name: string): name is Scenario => (scenarios as readonly string[]).includes(name)

export interface FakeOptions {
  /** `busy`: history and three workspaces; `first`: only the sample; `empty`: nothing; `broken`: every reading fails. */
  scenario?: Scenario
  /** How long a call takes, in milliseconds. */
  latency?: number
}

export interface FakeBridge extends OperatorBridge {
  log: FakeLog
  state: FakeState
  /** Every call in order, for tests of what was asked. */
  calls: { name: OperationName; input: unknown }[]
  /** Answers the next calls of this name instead of the fake. */
  answer<N extends OperationName>(
    name: N,
    reply: (input: Input<N>) => Reply<Value<N>> | Promise<Reply<Value<N>>>,
  ): void
}

type AnyHandler = (input: unknown) => unknown

/** An operator bridge in memory, with a scripted run: what the window is looked at and tested with. */
export function createFake({ scenario = 'busy', latency = 0 }: FakeOptions = {}): FakeBridge {
  const now = () => Date.now()
  const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
  const log = createLog(now)
  const views = scenario === 'empty' ? new Map() : seedViews()
  const history =
    scenario === 'busy' || scenario === 'long' ? writeHistory(log, now()) : { sessions: [], outputs: [] }
  if (scenario === 'first') for (const id of [...views.keys()]) if (id !== launch) views.delete(id)
  if (scenario === 'long') history.sessions.unshift(writeLong(log, now(), 20_000))
  const state: FakeState = {
    log,
    now,
    wait,
    views,
    ...history,
    settings: new Map(),
    models: { choice: null, key: 'missing' },
    runs: new Map(),
    serial: 0,
  }
  const handlers = createHandlers(state) as unknown as Record<OperationName, AnyHandler>
  const answers = new Map<OperationName, AnyHandler>()
  const calls: FakeBridge['calls'] = []
  const fault = {
    owner: 'store',
    code: 'unreadable',
    message: 'The database could not be read.',
    retry: 'later',
  } as const

  return {
    log,
    state,
    calls,
    answer: (name, reply) => void answers.set(name, reply as AnyHandler),
    onPush: (listen) => log.listen(listen),
    async call<N extends OperationName>(name: N, input: Input<N>): Promise<Reply<Value<N>>> {
      calls.push({ name, input })
      if (latency > 0) await wait(latency)
      const broken = scenario === 'broken' && name !== 'product.info' && name !== 'settings.read'
      if (broken) return { ok: false, fault }
      return (answers.get(name) ?? handlers[name])(input) as Promise<Reply<Value<N>>>
    },
  }
}

import type { AppView, CallId, Output, RunEvent, RunId, SessionId, StreamRef } from '@contract'
import { launchBrief, started, toolOk, toolStarted } from './events.ts'
import type { FakeLog } from './log.ts'

/** What a scripted run may do to the world around it. */
export interface World {
  log: FakeLog
  now(): number
  wait(ms: number): Promise<void>
  appChanged(appId: string, change: Partial<AppView>): void
  outputMade(output: Output): void
  sessionChanged(state: 'running' | 'stopping' | 'stopped' | 'completed'): void
}

export interface ScriptedRun {
  sessionId: SessionId
  runId: RunId
  instruction: string
  harness: string
  model: string
  /** Set from outside: the script ends at its next step. */
  stop: boolean
}

class Stopped extends Error {}

/** Plays a run from click to end, with live text, real pauses, and an app that starts on first need. */
export async function playRun(run: ScriptedRun, world: World): Promise<void> {
  const stream: StreamRef = { kind: 'session', id: run.sessionId }
  const put = (event: RunEvent) => world.log.append(stream, event, run.runId)
  const pause = async (ms: number) => {
    await world.wait(ms)
    if (run.stop) throw new Stopped()
  }
  const say = (kind: 'output' | 'thinking', messageId: string, contentIndex: number, text: string) =>
    stream.kind === 'session'
      ? speak({ run, world, stream, pause }, { kind, messageId, contentIndex, text })
      : undefined
  try {
    await play({ run, world, put, pause, say })
    world.sessionChanged('completed')
  } catch (cause) {
    if (!(cause instanceof Stopped)) throw cause
    await world.wait(300)
    put({ type: 'run.stopped', by: 'operator' })
    world.sessionChanged('stopped')
  }
}

interface Speaker {
  run: ScriptedRun
  world: World
  stream: StreamRef
  pause(ms: number): Promise<void>
}
interface Speech {
  kind: 'output' | 'thinking'
  messageId: string
  contentIndex: number
  text: string
}

async function speak({ run, world, stream, pause }: Speaker, { kind, text, ...at }: Speech): Promise<void> {
  let offset = 0
  try {
    for (const word of text.split(/(?<= )/)) {
      world.log.live(stream, { type: `${kind}.delta`, ...at, offset, text: word }, run.runId)
      offset += word.length
      await pause(28)
    }
    world.log.append(stream, { type: `${kind}.done`, ...at, text }, run.runId)
  } catch (cause) {
    world.log.append(
      stream,
      { type: `${kind}.done`, ...at, text: text.slice(0, offset), partial: true },
      run.runId,
    )
    throw cause
  }
}

interface Stage {
  run: ScriptedRun
  world: World
  put(event: RunEvent): unknown
  pause(ms: number): Promise<void>
  say(
    kind: 'output' | 'thinking',
    messageId: string,
    contentIndex: number,
    text: string,
  ): Promise<void> | undefined
}

async function play({ run, world, put, pause, say }: Stage): Promise<void> {
  const call = (value: number) => `call_${run.runId.slice(4)}${value}` as CallId
  put({
    type: 'run.queued',
    instruction: run.instruction,
    sessionKind: 'main',
    harness: run.harness,
    model: run.model,
  })
  for (const [stage, ms] of [
    ['collect', 4],
    ['compile', 11],
    ['prepare', 400],
    ['context', 3],
    ['project', 6],
  ] as const) {
    put({ type: 'run.stage', stage, ms, findings: [] })
    await pause(ms + 60)
  }
  put(started(run.harness, run.model))
  world.sessionChanged('running')
  await pause(120)
  await say(
    'thinking',
    'm1',
    0,
    'The brief names three pieces of work. I read it first, put each on the board, and close with the report.',
  )
  await say('output', 'm1', 1, 'I read the brief first, then I plan the launch on the board.')
  put(toolStarted({ callId: call(1), name: 'file_read', family: 'files.read', args: { path: 'brief.md' } }))
  await pause(60)
  put(toolOk(call(1), { path: 'brief.md', text: '# Signalbox 1.0\n\nLaunch on **14 December**.' }, 3))
  await board({ run, world, put, pause, say }, call)
  put(
    toolStarted({
      callId: call(6),
      name: 'write_report',
      family: 'outputs',
      args: { title: 'Launch brief', path: 'launch-brief.md' },
    }),
  )
  await pause(120)
  const output = launchBrief(run.runId.slice(4), run.sessionId, run.runId, call(6), world.now())
  put({ type: 'file.changed', path: 'launch-brief.md', change: 'modified', bytes: 412 })
  put({ type: 'output.created', output })
  world.outputMade(output)
  put(toolOk(call(6), { outputId: output.id }, 11))
  put({
    type: 'usage.reported',
    usage: {
      input: 4812,
      output: 931,
      cacheRead: 0,
      cacheWrite: 0,
      cost: null,
      contextUsed: 10_158,
      contextSize: 32_768,
    },
    child: false,
  })
  const text =
    'The board has three planned items and the **launch brief** is written.\n\n- Press note to three outlets\n- Changelog page\n- Pricing table, due Thursday'
  await say('output', 'm2', 0, text)
  put({ type: 'run.completed', text })
}

async function board({ world, put, pause }: Stage, call: (value: number) => CallId): Promise<void> {
  world.appChanged('launch-board', { state: 'starting', detail: 'node apps/launch-board/server.mjs' })
  await pause(500)
  world.appChanged('launch-board', {
    state: 'ready',
    detail: 'Answers /health in 4 ms',
    port: 38_081,
    tools: 12,
    pid: 4127,
  })
  const source = { kind: 'app', app: 'launch-board' } as const
  for (const [at, title] of ['Press note to three outlets', 'Changelog page', 'Pricing table'].entries()) {
    put(
      toolStarted({
        callId: call(at + 2),
        name: 'launch-board.add_item',
        family: 'app:launch-board',
        source,
        args: { title, column: 'planned' },
      }),
    )
    await pause(380)
    put(toolOk(call(at + 2), { id: `item_${at + 1}`, title }, 84 - at * 9))
  }
}

import type { LiveEvent, OpenText, RunEvent } from '../events.ts'
import type { CallId, OutputId, RunId, SessionId } from '../ids.ts'
import type { Output } from '../output.ts'
import type { DurableEnvelope, Envelope } from '../streams.ts'

/** One thing that happens in a run. Made by a random source; `play` turns a list of them into what main would send. */
export type Move =
  | { do: 'think' | 'say'; text: string }
  | { do: 'safetyCopy' }
  | { do: 'endMessage' }
  | { do: 'writeCall'; text: string }
  | { do: 'call' }
  | { do: 'progress'; text: string }
  | { do: 'settle' }
  | { do: 'lose'; server: string }
  | { do: 'change'; path: string }
  | { do: 'output'; number: number }
  | { do: 'spend' }
  | { do: 'stage' }

export type Ending = 'completed' | 'failed' | 'stopped' | 'interrupted'
export interface RunScript {
  moves: Move[]
  ending: Ending
}

/** Everything that was sent, in order, with main's own state at the moment after each. */
export interface Sent {
  envelope: Envelope
  /** How much of the log there was. */
  logged: number
  open: OpenText[]
}

export const sessionId = 'ses_scripted00' as SessionId
const stream = { kind: 'session', id: sessionId } as const

/** Plays scripts by the rules of the works: numbers without gaps, open text saved before an end, calls settled. */
export function play(scripts: RunScript[]): { sent: Sent[]; log: DurableEnvelope[] } {
  const stage = new Stage()
  scripts.forEach((script, index) => {
    stage.begin(`run_scripted${index}0` as RunId)
    for (const move of script.moves) stage.act(move)
    stage.end(script.ending)
  })
  return { sent: stage.sent, log: stage.log }
}

class Stage {
  readonly sent: Sent[] = []
  readonly log: DurableEnvelope[] = []
  private runId = '' as RunId
  private time = 1000
  private message = 0
  private calls = 0
  private texts: (OpenText & { saved: number })[] = []
  private written: { callId: CallId; length: number } | null = null
  private running: { callId: CallId; length: number }[] = []

  begin(runId: RunId): void {
    this.runId = runId
    this.fact({ type: 'run.queued', instruction: runId, sessionKind: 'main', harness: 'loop', model: 'a/b' })
  }

  act(move: Move): void {
    switch (move.do) {
      case 'think':
      case 'say':
        return this.write(move.do === 'say' ? 'output' : 'thinking', move.text)
      case 'safetyCopy':
        return this.saveTexts()
      case 'endMessage':
        return this.endMessage()
      case 'writeCall':
        return this.writeCall(move.text)
      case 'call':
        return this.call()
      case 'progress':
        return this.progress(move.text)
      case 'settle':
        return this.settle('ok')
      case 'lose':
        return this.fact({
          type: 'capability.unavailable',
          kind: 'server',
          id: move.server,
          reason: 'server_unavailable',
          detail: 'it ended',
        })
      case 'change':
        return this.fact({ type: 'file.changed', path: move.path, change: 'modified', bytes: 1 })
      case 'output':
        return this.keepOutput(move.number)
      case 'spend':
        return this.fact({ type: 'usage.reported', child: false, usage: { ...usage, input: this.time } })
      case 'stage':
        return this.fact({ type: 'run.stage', stage: 'prepare', ms: 1, findings: [] })
      default:
        return move satisfies never
    }
  }

  end(ending: Ending): void {
    this.saveTexts()
    while (this.running.length > 0) this.settle('stopped')
    const fault = { owner: 'harness', code: 'x', message: 'x', retry: 'no' } as const
    if (ending === 'failed') this.fact({ type: 'run.failed', fault })
    if (ending === 'completed') this.fact({ type: 'run.completed', text: 'done' })
    if (ending === 'stopped') this.fact({ type: 'run.stopped', by: 'operator' })
    if (ending === 'interrupted') this.fact({ type: 'run.interrupted', reason: 'the app went away' })
    this.texts = []
    this.written = null
    this.message++
  }

  private write(kind: OpenText['kind'], text: string): void {
    const contentIndex = kind === 'thinking' ? 0 : 1
    const messageId = `m${this.message}`
    let open = this.texts.find((one) => one.kind === kind)
    if (!open) {
      open = { runId: this.runId, kind, messageId, contentIndex, text: '', saved: 0 }
      this.texts.push(open)
    }
    const offset = open.text.length
    open.text += text
    this.live({ type: `${kind}.delta`, messageId, contentIndex, offset, text })
  }

  private saveTexts(): void {
    for (const open of this.texts) {
      if (open.saved === open.text.length) continue
      open.saved = open.text.length
      const { messageId, contentIndex, text } = open
      this.fact({ type: `${open.kind}.done`, messageId, contentIndex, text, partial: true })
    }
  }

  private endMessage(): void {
    for (const open of [...this.texts].sort((a, b) => a.contentIndex - b.contentIndex)) {
      this.texts = this.texts.filter((other) => other !== open)
      const { messageId, contentIndex, text } = open
      this.fact({ type: `${open.kind}.done`, messageId, contentIndex, text })
    }
    this.message++
  }

  private writeCall(text: string): void {
    this.written ??= { callId: `call_scripted${this.calls++}` as CallId, length: 0 }
    const { callId, length } = this.written
    this.written.length += text.length
    this.live({ type: 'tool.delta', callId, toolId: 's.t', part: 'args', offset: length, text })
  }

  private call(): void {
    const callId = this.written?.callId ?? (`call_scripted${this.calls++}` as CallId)
    this.written = null
    this.running.push({ callId, length: 0 })
    this.fact({
      type: 'tool.started',
      callId,
      toolId: 's.t',
      name: 't',
      family: 'mcp:s',
      source: { kind: 'mcp', server: 's' },
      args: { a: 1 },
    })
  }

  private progress(text: string): void {
    const call = this.running.at(-1)
    if (!call) return
    const offset = call.length
    call.length += text.length
    this.live({ type: 'tool.delta', callId: call.callId, toolId: 's.t', part: 'output', offset, text })
  }

  private settle(status: 'ok' | 'stopped'): void {
    const call = this.running.shift()
    if (call) this.fact({ type: 'tool.finished', callId: call.callId, status, ms: 5 })
  }

  private keepOutput(number: number): void {
    const id = `out_scripted${number}` as OutputId
    const known = this.log.some(({ event }) => event.type === 'output.created' && event.output.id === id)
    const output = { ...outputParts, id, runId: this.runId, version: this.log.length } as Output
    this.fact({ type: known ? 'output.updated' : 'output.created', output })
  }

  private fact(event: RunEvent): void {
    this.time += 10
    const envelope = { stream, seq: this.log.length + 1, time: this.time, runId: this.runId, event }
    this.log.push(envelope)
    this.send(envelope)
  }

  private live(event: LiveEvent): void {
    this.send({ stream, after: this.log.length, runId: this.runId, event })
  }

  private send(envelope: Envelope): void {
    const open = this.texts.map(({ saved: _saved, ...text }) => text)
    this.sent.push({ envelope, logged: this.log.length, open })
  }
}

const usage = {
  input: 0,
  output: 2,
  cacheRead: 0,
  cacheWrite: 0,
  cost: 0.5,
  contextUsed: 9,
  contextSize: null,
}
const outputParts = {
  title: 'Brief',
  type: 'report',
  status: 'final',
  sessionId,
  callId: 'call_scripted0' as CallId,
  packageHash: 'h',
  createdAt: 1,
  updatedAt: 1,
} as const

import path from 'node:path'
import { type Child, type Clock, type Runtime, readLines, startChild } from '../kit/index.ts'
import type { Harness, HarnessListener, HarnessRun, HarnessStart, HostEnd, HostEvent } from './port.ts'
import type { ToHost } from './wire.ts'
import { fromHostSchema } from './wire-schema.ts'

export interface HostRuntime {
  runtime: Runtime
  clock: Clock
  /** Folder of the built host entries. */
  entries: string
  /** Where hosts run: an empty folder of ours, not the workspace. */
  folder: string
  /** From a cancel to the end by force, milliseconds. */
  cancelGraceMs: number
}

/** Starts the harness's host for one attempt. The host gets the request and its secrets, and nothing else. */
export function startHarness(
  harness: Harness,
  host: HostRuntime,
  start: HarnessStart,
  listener: HarnessListener,
): HarnessRun {
  const child = startChild(host.runtime, {
    command: host.runtime.command,
    args: [path.join(host.entries, harness.entry)],
    cwd: host.folder,
    env: host.runtime.env,
    secret: JSON.stringify(start.secrets),
  })
  const run = new HostLink(harness, host, child, listener)
  run.send({ type: 'start', request: start.request })
  return run
}

/** One host process, from its first line to its end. */
class HostLink implements HarnessRun {
  readonly pid: Promise<number>
  private cancelled = false
  private end: HostEnd | null = null
  private events: HostEvent[] = []
  private lastNoise = ''

  constructor(
    private readonly harness: Harness,
    private readonly host: HostRuntime,
    private readonly child: Child,
    private readonly listener: HarnessListener,
  ) {
    this.pid = child.started
    readLines(child.stdout, {
      line: (text) => this.take(text),
      tooLong: () => this.fail('line_too_long', `The host of ${harness.id} sent a line over 32 MiB.`),
    })
    readLines(child.stderr, { line: (text) => this.noise(text) }, 64 * 1024)
    void child.ended.then(({ code }) => this.finish(code))
  }

  send(message: ToHost): void {
    this.child.stdin.write(`${JSON.stringify(message)}\n`)
  }

  cancel(): void {
    if (this.cancelled) return
    this.cancelled = true
    this.send({ type: 'cancel' })
    this.host.clock.after(this.host.cancelGraceMs, () => void this.child.stop())
  }

  private take(line: string): void {
    if (this.end) return
    const message = fromHostSchema.safeParse(parseJson(line))
    if (!message.success)
      return this.fail(
        'protocol',
        `The host of ${this.harness.id} sent a line that is not a message: ${line.slice(0, 200)}`,
      )
    const { data } = message
    if (data.type === 'event') return this.collect(data.event)
    this.flush()
    if (data.type === 'ready') this.listener.onReady(data.materialized)
    if (data.type === 'wish') {
      const { wish } = data
      void this.listener
        .onWish(wish)
        .then((answer) => this.send({ type: 'answer', callId: wish.callId, answer }))
    }
    if (data.type === 'refused') this.listener.onRefused(data.wish, data.why)
    if (data.type === 'end') {
      this.end = data.end
      void this.child.stop()
    }
  }

  /** Events that arrived in one piece are told together, so that they are committed together. */
  private collect(event: HostEvent): void {
    this.events.push(event)
    if (this.events.length === 1) setImmediate(() => this.flush())
  }

  private flush(): void {
    const events = this.events
    if (events.length === 0) return
    this.events = []
    this.listener.onEvents(events)
  }

  private fail(code: string, message: string): void {
    this.end = { outcome: 'failed', fault: { owner: 'harness', code: `host_${code}`, message, retry: 'now' } }
    void this.child.stop()
  }

  private noise(text: string): void {
    if (text.trim() !== '') this.lastNoise = text
    this.listener.onNoise(text)
  }

  private finish(code: number | null): void {
    this.flush()
    const said = this.lastNoise ? ` It said: ${this.lastNoise.slice(0, 500)}` : ''
    const end: HostEnd = this.end ?? {
      outcome: 'failed',
      fault: {
        owner: 'harness',
        code: 'host_exited',
        message: `The host of ${this.harness.id} ended with code ${code} in the middle of the run.${said}`,
        retry: 'now',
      },
    }
    // A host that was asked to stop and went away without a word has stopped.
    this.listener.onEnd(
      this.cancelled && (!this.end || end.outcome === 'failed') ? { outcome: 'stopped' } : end,
    )
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

import {
  type Fault,
  isTerminal,
  type LiveEvent,
  type OpenText,
  type RunEvent,
  type RunId,
  type RunState,
  type SessionId,
  stateAfter,
} from '@contract'
import type { HostEvent } from '../harness/index.ts'
import { type Clock, faultOf } from '../kit/index.ts'
import { type EventLog, OpenTexts, sessionStream } from './log.ts'

/** At most this much of the text being written is lost in a crash, milliseconds. */
const safetyCopyMs = 2000

export interface RunLogPort {
  log: EventLog
  clock: Clock
  sessionId: SessionId
  runId: RunId
  /** The run entered a new state; the log already says so. */
  onState(): void
  /** Nothing can be recorded any more: the run has to end without a word. Fires once. */
  onBroken(fault: Fault): void
}

/** One run's own access to the log: its state, its events, and the text that is being written. */
export class RunLog {
  private readonly texts: OpenTexts
  private current: RunState = 'queued'
  private saving = false
  private broken = false

  constructor(private readonly port: RunLogPort) {
    this.texts = new OpenTexts(port.runId)
  }

  get state(): RunState {
    return this.current
  }

  /** It has ended, or cannot be recorded any more: nothing is taken. */
  get isOver(): boolean {
    return this.broken || isTerminal(this.current)
  }

  /**
   * Appends; true when the events are on disk and told. A run that is over takes nothing. A store that fails breaks the
   * run: what is not recorded does not go on.
   */
  append(events: RunEvent[] | (() => RunEvent[])): boolean {
    if (this.isOver) return false
    const before = this.current
    try {
      const written = typeof events === 'function' ? events() : events
      this.port.log.append(this.port.sessionId, this.port.runId, written)
      for (const event of written) this.current = stateAfter(this.current, event)
    } catch (error) {
      this.broken = true
      this.port.onBroken(faultOf(error))
      return false
    }
    if (this.current !== before) this.port.onState()
    return true
  }

  live(events: LiveEvent[]): void {
    if (!this.isOver) this.port.log.live(sessionStream(this.port.sessionId), this.port.runId, events)
  }

  /** What a host says, in its order: text is streamed and kept safe, what is whole goes into the log. */
  take(events: HostEvent[]): void {
    for (const event of events) {
      if (event.type === 'output.done' || event.type === 'thinking.done') {
        this.texts.close(event)
        this.append([event])
      } else if (event.type === 'usage.reported') {
        this.append([event])
      } else {
        if (event.type !== 'tool.delta') this.keepSafe(event)
        this.live([event])
      }
    }
  }

  openText(): OpenText[] {
    return this.texts.list()
  }

  /** What of the open text is not in the log yet, for the commit that ends the run. */
  unsavedText(): RunEvent[] {
    return this.texts.unsaved()
  }

  private keepSafe(event: Extract<HostEvent, { type: 'output.delta' | 'thinking.delta' }>): void {
    this.texts.take(event)
    if (this.saving) return
    this.saving = true
    this.port.clock.after(safetyCopyMs, () => {
      this.saving = false
      const unsaved = this.isOver ? [] : this.texts.unsaved()
      if (unsaved.length > 0) this.append(unsaved)
    })
  }
}

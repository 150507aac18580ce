import {
  type DurableEnvelope,
  type Envelope,
  isDurable,
  type SessionId,
  type StreamRef,
  withOpenText,
} from '@contract'
import {
  appendToLog,
  applyEnvelope,
  applyToSession,
  failed,
  type Loaded,
  loading,
  type Stores,
  setView,
  valueOf,
} from '../state/index.ts'
import type { Call } from './call.ts'

const pageSize = 1000

/**
 * Keeps one session's view equal to its log. Order: watch first, so nothing falls between; buffer; snapshot; then
 * apply what the snapshot does not have. A missing durable envelope is asked for once, missing text once.
 */
export class SessionFollower {
  readonly #stores: Stores
  readonly #call: Call
  readonly #sessionId: SessionId
  readonly #stream: StreamRef
  #phase: 'opening' | 'live' | 'repairing' | 'closed' = 'opening'
  #waiting: Envelope[] = []
  /** The envelope a repair was already made for; when it still does not fit it is dropped. */
  #repaired: Envelope | null = null

  constructor(stores: Stores, call: Call, sessionId: SessionId) {
    this.#stores = stores
    this.#call = call
    this.#sessionId = sessionId
    this.#stream = { kind: 'session', id: sessionId }
  }

  /** Watches, then takes the snapshot; what is pushed in between waits. */
  async open(): Promise<void> {
    this.#phase = 'opening'
    if (!this.#view()) this.#put(loading)
    const watching = await this.#call('streams.watch', { stream: this.#stream })
    const snapshot = watching.ok
      ? await this.#call('sessions.view', { sessionId: this.#sessionId })
      : watching
    if (this.#isClosed()) return
    if (!snapshot.ok) return this.#put(failed(snapshot.fault))
    setView(this.#stores, snapshot.value)
    this.#goLive()
  }

  take(envelopes: Envelope[]): void {
    if (this.#phase === 'live') this.#apply(envelopes)
    else if (!this.#isClosed()) this.#waiting.push(...envelopes)
  }

  close(): void {
    this.#phase = 'closed'
    this.#waiting = []
    void this.#call('streams.unwatch', { stream: this.#stream })
  }

  #isClosed(): boolean {
    return this.#phase === 'closed'
  }

  #view() {
    return valueOf(this.#stores.transcript.getState().views[this.#sessionId])
  }

  #put(view: Loaded<never>): void {
    this.#stores.transcript.setState(({ views }) => ({ views: { ...views, [this.#sessionId]: view } }))
  }

  #goLive(): void {
    this.#phase = 'live'
    const batch = this.#waiting
    this.#waiting = []
    this.#apply(batch)
  }

  #apply(batch: Envelope[]): void {
    let rest = batch
    while (rest.length > 0) {
      const applied = this.#applyUntilGap(rest)
      const odd = rest[applied]
      if (!odd) return
      if (odd !== this.#repaired) {
        this.#waiting = [...rest.slice(applied), ...this.#waiting]
        void this.#repair(odd)
        return
      }
      rest = rest.slice(applied + 1)
    }
  }

  /** Returns how many were taken; the one after them, if any, has a gap before it. */
  #applyUntilGap(envelopes: readonly Envelope[]): number {
    const { applied } = applyToSession(this.#stores, this.#sessionId, envelopes)
    const taken = envelopes.slice(0, applied)
    for (const envelope of taken) applyEnvelope(this.#stores, envelope)
    // The log goes on by itself only once someone has read it to its end.
    if (this.#stores.activity.getState().logs[this.#sessionId]?.complete)
      appendToLog(this.#stores, this.#sessionId, taken.filter(isDurable))
    return applied
  }

  async #repair(odd: Envelope): Promise<void> {
    this.#phase = 'repairing'
    this.#repaired = odd
    const have = this.#view()?.seq ?? 0
    if (isDurable(odd) || odd.after > have) await this.#fetchMissing(have)
    else await this.#fetchOpenText()
    if (this.#phase === 'repairing') this.#goLive()
  }

  async #fetchMissing(from: number): Promise<void> {
    let seq = from
    while (this.#phase === 'repairing') {
      const page = await this.#call('streams.since', { stream: this.#stream, seq, limit: pageSize })
      if (!page.ok) {
        if (page.fault.code === 'resync_required') await this.open()
        return
      }
      this.#applyUntilGap(page.value.envelopes satisfies DurableEnvelope[])
      if (page.value.end || page.value.next <= seq) return
      seq = page.value.next
    }
  }

  async #fetchOpenText(): Promise<void> {
    const open = await this.#call('streams.openText', { sessionId: this.#sessionId })
    const view = this.#view()
    if (open.ok && view && !this.#isClosed()) setView(this.#stores, withOpenText(view, open.value))
  }
}

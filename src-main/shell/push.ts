import { type Envelope, type StreamRef, streamKey } from '@contract'

/** The streams one window watches, and what waits to be sent to it: one push per frame. */
export class PushQueue {
  private readonly watched = new Set<string>()
  private waiting: Envelope[] = []
  private timer: NodeJS.Timeout | null = null

  constructor(
    private readonly send: (envelopes: Envelope[]) => void,
    private readonly frameMs = 16,
  ) {}

  watch(stream: StreamRef): void {
    this.watched.add(streamKey(stream))
  }

  unwatch(stream: StreamRef): void {
    this.watched.delete(streamKey(stream))
  }

  take(envelopes: Envelope[]): void {
    for (const envelope of envelopes)
      if (this.watched.has(streamKey(envelope.stream))) this.waiting.push(envelope)
    if (this.waiting.length === 0) return
    this.timer ??= setTimeout(() => this.flush(), this.frameMs)
  }

  /** The window was loaded anew: it watches nothing yet. */
  reset(): void {
    this.watched.clear()
    this.waiting = []
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer)
    this.reset()
  }

  private flush(): void {
    this.timer = null
    const envelopes = this.waiting
    this.waiting = []
    if (envelopes.length > 0) this.send(envelopes)
  }
}

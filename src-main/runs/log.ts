import {
  type DurableEnvelope,
  type Envelope,
  type LiveEvent,
  type OpenText,
  type RunEvent,
  type RunId,
  type SessionId,
  type StreamRef,
  streamKey,
  type WorkspaceEvent,
  type WorkspaceId,
} from '@contract'
import { type Clock, Emitter, type Log } from '../kit/index.ts'
import type { NewEvent, Store } from '../store/index.ts'

export const sessionStream = (id: SessionId): StreamRef => ({ kind: 'session', id })
export const workspaceStream = (id: WorkspaceId): StreamRef => ({ kind: 'workspace', id })

/** Commit, then tell. The one place that appends, and the one place that listeners hear from. */
export class EventLog {
  private readonly emitter: Emitter<Envelope[]>
  private readonly heads = new Map<string, number>()

  constructor(
    readonly store: Store,
    private readonly clock: Clock,
    log: Log,
  ) {
    this.emitter = new Emitter((error) => log.error('a listener of the event log threw', error))
  }

  /** Called with what was committed or is live, in order. */
  onEnvelopes(listen: (envelopes: Envelope[]) => void): () => void {
    return this.emitter.on(listen)
  }

  /** Appends to a session's stream; when this returns the events are on disk and told. `also` commits with them. */
  append(sessionId: SessionId, runId: RunId, events: RunEvent[], also?: () => void): DurableEnvelope[] {
    const stream = sessionStream(sessionId)
    return this.commit(
      events.map((event) => ({ stream, runId, event })),
      also,
    )
  }

  appendToWorkspace(workspaceId: WorkspaceId, events: WorkspaceEvent[]): DurableEnvelope[] {
    const stream = workspaceStream(workspaceId)
    return this.commit(events.map((event) => ({ stream, event })))
  }

  /** Tells without storing. */
  live(stream: StreamRef, runId: RunId | null, events: LiveEvent[]): void {
    const after = this.head(stream)
    this.emitter.tell(events.map((event) => ({ stream, after, ...(runId ? { runId } : {}), event })))
  }

  private commit(entries: NewEvent[], also?: () => void): DurableEnvelope[] {
    const time = this.clock.now()
    const envelopes = this.store.transact(() => {
      also?.()
      return this.store.append(time, entries)
    })
    for (const envelope of envelopes) this.heads.set(streamKey(envelope.stream), envelope.seq)
    this.emitter.tell(envelopes)
    return envelopes
  }

  private head(stream: StreamRef): number {
    const key = streamKey(stream)
    let head = this.heads.get(key)
    if (head === undefined) {
      head = this.store.head(stream)
      this.heads.set(key, head)
    }
    return head
  }
}

type TextEvent = Extract<LiveEvent, { type: 'output.delta' | 'thinking.delta' }>

/** The text a run is writing right now: for windows that join late, and for the safety copy in the log. */
export class OpenTexts {
  private readonly open = new Map<string, OpenText & { saved: number }>()

  constructor(private readonly runId: RunId) {}

  take(event: TextEvent): void {
    const kind = event.type === 'output.delta' ? 'output' : 'thinking'
    const key = `${kind}:${event.messageId}:${event.contentIndex}`
    const { messageId, contentIndex } = event
    const text = this.open.get(key) ?? {
      runId: this.runId,
      kind,
      messageId,
      contentIndex,
      text: '',
      saved: 0,
    }
    // A host writes its own text in order; what it repeats is taken once.
    text.text = text.text.slice(0, event.offset) + event.text
    this.open.set(key, text)
  }

  close(event: Extract<RunEvent, { type: 'output.done' | 'thinking.done' }>): void {
    this.open.delete(
      `${event.type === 'output.done' ? 'output' : 'thinking'}:${event.messageId}:${event.contentIndex}`,
    )
  }

  list(): OpenText[] {
    return [...this.open.values()].map(({ saved: _saved, ...text }) => text)
  }

  /** Texts with something that is not in the log yet, as events for it. */
  unsaved(): RunEvent[] {
    return [...this.open.values()].flatMap((text): RunEvent[] => {
      if (text.text.length === text.saved) return []
      text.saved = text.text.length
      const { messageId, contentIndex } = text
      return [
        {
          type: text.kind === 'output' ? 'output.done' : 'thinking.done',
          messageId,
          contentIndex,
          text: text.text,
          partial: true,
        },
      ]
    })
  }
}

import {
  type DurableEnvelope,
  type Envelope,
  type Fault,
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
import { type Clock, Emitter, FaultError, fault, type Log } from '../kit/index.ts'
import type { NewEvent, Store } from '../store/index.ts'
import type { SecretPort } from './models.ts'
import { withoutSecrets } from './sanitize.ts'

export const sessionStream = (id: SessionId): StreamRef => ({ kind: 'session', id })
export const workspaceStream = (id: WorkspaceId): StreamRef => ({ kind: 'workspace', id })

/** Commit, then tell. The one place that appends, and the one place that listeners hear from. */
export class EventLog {
  private readonly emitter: Emitter<Envelope[]>
  private readonly trouble: Emitter<Fault | null>
  private readonly heads = new Map<string, number>()
  private isFailing = false

  constructor(
    readonly store: Store,
    private readonly clock: Clock,
    private readonly diary: Log,
    private readonly secrets: Pick<SecretPort, 'given'>,
  ) {
    this.emitter = new Emitter((error) => diary.error('a listener of the event log threw', error))
    this.trouble = new Emitter((error) => diary.error('a listener of store trouble threw', error))
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
    const clean = withoutSecrets(events, this.secrets.given())
    this.emitter.tell(clean.map((event) => ({ stream, after, ...(runId ? { runId } : {}), event })))
  }

  /** Told when the store refuses to write, and with null when it takes writes again. */
  onStoreTrouble(listen: (fault: Fault | null) => void): () => void {
    return this.trouble.on(listen)
  }

  private commit(entries: NewEvent[], also?: () => void): DurableEnvelope[] {
    const time = this.clock.now()
    const given = this.secrets.given()
    const clean = entries.map((entry) => ({ ...entry, event: withoutSecrets(entry.event, given) }))
    const envelopes = this.written(() => {
      also?.()
      return this.store.append(time, clean)
    })
    for (const envelope of envelopes) this.heads.set(streamKey(envelope.stream), envelope.seq)
    this.emitter.tell(envelopes)
    return envelopes
  }

  /** What a transaction gives; a store that fails is said as such, whatever its own words are. */
  private written<T>(work: () => T): T {
    try {
      const value = this.store.transact(work)
      if (this.isFailing) this.trouble.tell(null)
      this.isFailing = false
      return value
    } catch (error) {
      if (error instanceof FaultError && error.fault.owner !== 'store') throw error
      const message = `Tried to write to the database: ${error instanceof Error ? error.message : String(error)}.`
      const hint = 'Free disk space, then try again. What was recorded before is kept.'
      const why = fault({ owner: 'store', code: 'store_write_failed', message, hint, retry: 'later' })
      this.diary.error(message)
      this.isFailing = true
      this.trouble.tell(why)
      throw new FaultError(why, { cause: error })
    }
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

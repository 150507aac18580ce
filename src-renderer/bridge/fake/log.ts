import {
  type DurableEnvelope,
  type DurableEvent,
  type Envelope,
  foldSession,
  type LiveEvent,
  type OpenText,
  type RunId,
  type SessionId,
  type SessionView,
  type StreamPage,
  type StreamRef,
  streamKey,
  withOpenText,
} from '@contract'

/** The fake's event log: the same promises as the real one (numbered without gaps, told after it is kept). */
export interface FakeLog {
  append(stream: StreamRef, event: DurableEvent, runId?: RunId, time?: number): DurableEnvelope
  live(stream: StreamRef, event: LiveEvent, runId?: RunId): void
  since(stream: StreamRef, seq: number, limit: number): StreamPage
  view(sessionId: SessionId): SessionView
  openText(sessionId: SessionId): OpenText[]
  watch(stream: StreamRef): void
  unwatch(stream: StreamRef): void
  listen(hear: (envelopes: Envelope[]) => void): () => void
  /** Pushes as they are, whatever the log says: for tests of loss, doubles and order. */
  push(envelopes: Envelope[]): void
  /** While false, nothing is pushed: as if envelopes were lost on the way. */
  telling: boolean
}

export function createLog(now: () => number): FakeLog {
  const streams = new Map<string, DurableEnvelope[]>()
  const open = new Map<string, OpenText & { sessionId: SessionId }>()
  const watched = new Set<string>()
  const hearers = new Set<(envelopes: Envelope[]) => void>()
  const eventsOf = (stream: StreamRef) => streams.get(streamKey(stream)) ?? []
  const openTextOf = (sessionId: SessionId) =>
    [...open.values()].filter((text) => text.sessionId === sessionId).map(({ sessionId: _, ...text }) => text)

  const log: FakeLog = {
    telling: true,
    append(stream, event, runId, time = now()) {
      const list = streams.get(streamKey(stream)) ?? []
      streams.set(streamKey(stream), list)
      const envelope: DurableEnvelope = { stream, seq: list.length + 1, time, ...(runId && { runId }), event }
      list.push(envelope)
      closeText(event, runId)
      tell(envelope)
      return envelope
    },
    live(stream, event, runId) {
      keepText(stream, event, runId)
      tell({ stream, after: eventsOf(stream).length, ...(runId && { runId }), event })
    },
    since(stream, seq, limit) {
      const all = eventsOf(stream)
      const envelopes = all.slice(seq, seq + limit)
      const next = envelopes.at(-1)?.seq ?? seq
      return { envelopes, next, end: next >= all.length }
    },
    view(sessionId) {
      const folded = foldSession(sessionId, eventsOf({ kind: 'session', id: sessionId }))
      return withOpenText(folded, openTextOf(sessionId))
    },
    openText: openTextOf,
    watch: (stream) => void watched.add(streamKey(stream)),
    unwatch: (stream) => void watched.delete(streamKey(stream)),
    listen(hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
    push(envelopes) {
      for (const hear of hearers) hear(envelopes)
    },
  }

  function tell(envelope: Envelope): void {
    if (log.telling && watched.has(streamKey(envelope.stream))) log.push([envelope])
  }

  function keepText(stream: StreamRef, event: LiveEvent, runId?: RunId): void {
    if (stream.kind !== 'session' || !runId) return
    if (event.type !== 'output.delta' && event.type !== 'thinking.delta') return
    const kind = event.type === 'output.delta' ? 'output' : 'thinking'
    const { messageId, contentIndex } = event
    const key = `${kind}:${messageId}:${contentIndex}`
    const text = (open.get(key)?.text ?? '').slice(0, event.offset) + event.text
    open.set(key, { sessionId: stream.id, runId, kind, messageId, contentIndex, text })
  }

  function closeText(event: DurableEvent, runId?: RunId): void {
    if (event.type === 'output.done') open.delete(`output:${event.messageId}:${event.contentIndex}`)
    if (event.type === 'thinking.done') open.delete(`thinking:${event.messageId}:${event.contentIndex}`)
    if (event.type.startsWith('run.') && event.type !== 'run.stage')
      for (const [key, text] of open) if (text.runId === runId) open.delete(key)
  }

  return log
}

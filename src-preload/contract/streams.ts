import type { DurableEvent, LiveEvent } from './events.ts'
import type { RunId, SessionId, WorkspaceId } from './ids.ts'

/** Every durable event belongs to exactly one stream. */
export type StreamRef = { kind: 'session'; id: SessionId } | { kind: 'workspace'; id: WorkspaceId }

/** A committed fact. `seq` counts from 1 without gaps per stream; `time` is milliseconds since 1970 (UTC). */
export interface DurableEnvelope {
  stream: StreamRef
  seq: number
  time: number
  runId?: RunId
  event: DurableEvent
}

/** Never stored. `after` is the seq of the stream's newest durable event when this was sent. */
export interface LiveEnvelope {
  stream: StreamRef
  after: number
  runId?: RunId
  event: LiveEvent
}

export type Envelope = DurableEnvelope | LiveEnvelope

export function isDurable(envelope: Envelope): envelope is DurableEnvelope {
  return 'seq' in envelope
}

/** One page of a stream. `next` is the seq to ask after; `end` is true when the page reaches the newest event. */
export interface StreamPage {
  envelopes: DurableEnvelope[]
  next: number
  end: boolean
}

export function streamKey(stream: StreamRef): string {
  return `${stream.kind}:${stream.id}`
}

import {
  type DurableEnvelope,
  type DurableEvent,
  isTerminal,
  type RunEvent,
  type RunId,
  type RunState,
  type StreamPage,
  type StreamRef,
  stateAfter,
} from '@contract'
import { raise } from '../kit/index.ts'
import type { Row, Sql } from './sqlite.ts'

export interface NewEvent {
  stream: StreamRef
  runId?: RunId
  event: DurableEvent
}

/** Appends in one transaction, with what the tables keep of them; the numbers come from here. */
export function appendEvents(sql: Sql, time: number, entries: NewEvent[]): DurableEnvelope[] {
  return sql.transact(() =>
    entries.map((entry) => {
      const envelope: DurableEnvelope = {
        stream: entry.stream,
        seq: headOf(sql, entry.stream) + 1,
        time,
        ...(entry.runId ? { runId: entry.runId } : {}),
        event: entry.event,
      }
      sql.run(
        'INSERT INTO events (stream_kind, stream_id, seq, time, run_id, type, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
        entry.stream.kind,
        entry.stream.id,
        envelope.seq,
        time,
        entry.runId ?? null,
        entry.event.type,
        JSON.stringify(entry.event),
      )
      if (entry.runId && entry.stream.kind === 'session') project(sql, envelope, entry.runId)
      return envelope
    }),
  )
}

/** The newest seq of a stream; 0 for one without events. */
export function headOf(sql: Sql, stream: StreamRef): number {
  const row = sql.get(
    'SELECT max(seq) AS head FROM events WHERE stream_kind = ? AND stream_id = ?',
    stream.kind,
    stream.id,
  )
  return Number(row?.head ?? 0)
}

/** A page holds at most this many events, whatever was asked for. */
const maxPage = 1000

/** At most `limit` events after `seq`. A cursor past the end is from another history: `resync_required`. */
export function eventsSince(sql: Sql, stream: StreamRef, seq: number, limit: number): StreamPage {
  const rows = sql.all(
    'SELECT seq, time, run_id, body FROM events WHERE stream_kind = ? AND stream_id = ? AND seq > ? ORDER BY seq LIMIT ?',
    stream.kind,
    stream.id,
    seq,
    Math.min(Math.max(1, limit), maxPage),
  )
  const head = headOf(sql, stream)
  if (seq > head) {
    throw raise({
      owner: 'contract',
      code: 'resync_required',
      message: `Asked for what follows event ${seq} of ${stream.kind} ${stream.id}, which ends at ${head}.`,
      hint: 'Take the view again and go on from its seq.',
      retry: 'now',
    })
  }
  const envelopes = rows.map((row) => envelopeOf(stream, row))
  const next = envelopes.at(-1)?.seq ?? seq
  return { envelopes, next, end: next >= head }
}

function envelopeOf(stream: StreamRef, row: Row): DurableEnvelope {
  return {
    stream,
    seq: Number(row.seq),
    time: Number(row.time),
    ...(row.run_id === null ? {} : { runId: row.run_id as RunId }),
    event: JSON.parse(row.body as string) as DurableEvent,
  }
}

/** What the tables keep of an event: the run's row, the session's place in the list, outputs. */
function project(sql: Sql, { stream, event: durable, time }: DurableEnvelope, runId: RunId): void {
  const event = durable as RunEvent
  const row = sql.get('SELECT state, session_id FROM runs WHERE id = ?', runId)
  if (!row) return
  if (row.session_id !== stream.id) {
    throw raise({
      owner: 'bug',
      code: 'event_elsewhere',
      message: `${event.type} of run ${runId} was meant for ${stream.id}, not its session`,
    })
  }
  const before = row.state as RunState
  if (isTerminal(before)) {
    throw raise({
      owner: 'bug',
      code: 'event_after_end',
      message: `${event.type} came after run ${runId} was ${before}`,
    })
  }
  const after = stateAfter(before, event)
  if (after !== before || event.type === 'run.queued') {
    sql.run(
      'UPDATE runs SET state = ?, ended_at = ? WHERE id = ?',
      after,
      isTerminal(after) ? time : null,
      runId,
    )
    sql.run('UPDATE sessions SET updated_at = ? WHERE id = ?', time, row.session_id as string)
  }
  if (event.type === 'run.started') sql.run('UPDATE runs SET started_at = ? WHERE id = ?', time, runId)
  if (event.type === 'output.created' || event.type === 'output.updated')
    projectOutput(sql, event.output, runId)
}

function projectOutput(
  sql: Sql,
  output: Extract<RunEvent, { type: 'output.created' }>['output'],
  runId: RunId,
): void {
  const body = JSON.stringify(output)
  sql.run(
    `INSERT INTO outputs (id, workspace_id, run_id, version, updated_at, body)
     SELECT ?, workspace_id, ?, ?, ?, ? FROM runs WHERE id = ?
     ON CONFLICT (id) DO UPDATE SET version = excluded.version, updated_at = excluded.updated_at, body = excluded.body`,
    output.id,
    output.runId,
    output.version,
    output.updatedAt,
    body,
    runId,
  )
  sql.run(
    'INSERT OR REPLACE INTO output_versions (output_id, version, body) VALUES (?, ?, ?)',
    output.id,
    output.version,
    body,
  )
}

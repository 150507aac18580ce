import type { DurableEnvelope } from '@contract'
import { describeEvent, type EventGroup, groupOf, msOf } from '../../state/index.ts'

/** An event with what its line says about it. */
export interface EventLine {
  envelope: DurableEnvelope
  group: EventGroup
  summary: string
  ms: number | null
}

/** A log only grows, so the lines of its beginning are kept and only the new end is described. */
const known = new WeakMap<DurableEnvelope, EventLine>()

export function linesOf(envelopes: DurableEnvelope[]): EventLine[] {
  const names = new Map<string, string>()
  return envelopes.map((envelope) => {
    const { event } = envelope
    if (event.type === 'tool.started') names.set(event.callId, event.toolId)
    const old = known.get(envelope)
    if (old) return old
    const line = { envelope, group: groupOf(event), summary: describeEvent(event, names), ms: msOf(event) }
    known.set(envelope, line)
    return line
  })
}

export function filterLines(lines: EventLine[], filter: EventGroup | 'all', text: string): EventLine[] {
  const wanted = text.trim().toLowerCase()
  if (filter === 'all' && wanted === '') return lines
  return lines.filter(
    (line) =>
      (filter === 'all' || line.group === filter) &&
      (wanted === '' || `${line.envelope.event.type} ${line.summary}`.toLowerCase().includes(wanted)),
  )
}

import type { DurableEvent, JsonObject } from '@contract'
import { words } from './words.ts'

export type EventGroup = 'run' | 'tools' | 'text' | 'capabilities' | 'outputs'

/** The filter an event falls under. */
export function groupOf(event: DurableEvent): EventGroup {
  switch (event.type) {
    case 'tool.started':
    case 'tool.finished':
      return 'tools'
    case 'output.done':
    case 'thinking.done':
      return 'text'
    case 'capability.state':
    case 'capability.unavailable':
    case 'capability.recovered':
    case 'skill.invoked':
      return 'capabilities'
    case 'output.created':
    case 'output.updated':
    case 'file.changed':
      return 'outputs'
    default:
      return 'run'
  }
}

const oneLine = (text: string, limit = 200) =>
  text
    .slice(0, limit * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, limit)

/** What a call is about, from its arguments: the first thing a person would name. */
export function targetOf(args: JsonObject): string {
  const telling = [
    'title',
    'path',
    'file',
    'name',
    'query',
    'url',
    'command',
    'text',
    'pattern',
    'id',
    'item',
    'message',
  ]
  for (const key of telling) {
    const value = args[key]
    if (typeof value === 'string' && value !== '') return oneLine(value)
  }
  const rest = Object.entries(args).filter(([, value]) => value !== null && typeof value !== 'object')
  return oneLine(rest.map(([key, value]) => `${key}: ${String(value)}`).join(' · '))
}

/** One line about an event. `toolNames` knows the calls that started before it. */
export function describeEvent(event: DurableEvent, toolNames: ReadonlyMap<string, string>): string {
  switch (event.type) {
    case 'run.queued':
      return oneLine(event.instruction)
    case 'run.stage':
      return words.activity.stage(event.stage, event.findings.length)
    case 'run.started':
      return words.activity.started(event.harness, event.model, event.toolIds.length)
    case 'thinking.done':
    case 'output.done':
      return event.partial ? words.activity.partial(oneLine(event.text)) : oneLine(event.text)
    case 'tool.started':
      return join(event.toolId, targetOf(event.args))
    case 'tool.finished':
      return join(
        toolNames.get(event.callId) ?? event.callId,
        event.error ? oneLine(event.error.message) : words.tool.states[event.status],
      )
    case 'capability.unavailable':
      return join(event.id, event.detail)
    case 'skill.invoked':
      return join(event.skillId, event.grantedTools.join(', '))
    case 'capability.recovered':
      return event.id
    case 'capability.state':
      return join(event.id, `${words.capability.states[event.state]} ${event.detail}`.trim())
    case 'file.changed':
      return join(event.path, words.files.changes[event.change])
    case 'output.created':
    case 'output.updated':
      return join(
        event.output.title,
        event.output.ownerApp ? words.activity.owner(event.output.ownerApp) : event.output.type,
      )
    case 'usage.reported':
      return words.status.tokens(event.usage.input, event.usage.output)
    case 'run.stop_requested':
    case 'run.stopped':
      return words.activity.by(event.by)
    case 'run.completed':
      return oneLine(event.text)
    case 'run.failed':
    case 'run.denied':
      return join(event.fault.owner, oneLine(event.fault.message))
    case 'run.interrupted':
      return event.reason
    case 'workspace.opened':
      return event.path
    case 'workspace.trusted':
      return event.by
    case 'workspace.trust_withdrawn':
      return ''
    default:
      return event satisfies never
  }
}

const join = (one: string, other: string) => (other ? `${one} · ${other}` : one)

/** How long the thing took, where the event knows. */
export function msOf(event: DurableEvent): number | null {
  if (event.type === 'tool.finished' || event.type === 'run.stage') return event.ms
  return null
}

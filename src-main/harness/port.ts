import type { EventOf, Fault, HarnessRequest, Json, JsonObject, LiveEvent, RunEvent } from '@contract'

/** What a harness can do. What it lacks is said before a run, never found out during one. */
export interface HarnessCapabilities {
  structuredOutput: boolean
  waitingUser: boolean
  approvals: boolean
  questions: boolean
  skills: boolean
  mcp: boolean
  steer: boolean
  resume: boolean
  compact: boolean
  argumentDeltas: boolean
  usage: boolean
  reasoningEffort: boolean
}

/** A harness as the runtime knows it. To add one: a folder with an adapter and a host, and a line in `index.ts`. */
export interface Harness {
  id: string
  title: string
  /** Shown beside everything it makes, e.g. "rehearsal: no AI". */
  label: string | null
  /** `deep`: every tool call goes through our gateway. */
  depth: 'deep' | 'bridged' | 'external'
  needsModel: boolean
  needsTape: boolean
  capabilities: HarnessCapabilities
  /** File name of the built host. */
  entry: string
}

/** What a host may emit. Tool events are the gateway's: a host only asks for calls. */
export type HostEvent =
  | Extract<LiveEvent, { type: 'output.delta' | 'thinking.delta' | 'tool.delta' }>
  | Extract<RunEvent, { type: 'output.done' | 'thinking.done' | 'usage.reported' }>

export type HostEnd =
  | { outcome: 'completed'; text: string }
  | { outcome: 'failed'; fault: Fault }
  /** It ended because we asked it to. */
  | { outcome: 'stopped' }

export interface ToolWish {
  callId: EventOf<'tool.started'>['callId']
  alias: string
  args: JsonObject
  messageId?: string
}

/** How a wish was answered, as the model will read it. */
export interface WishAnswer {
  ok: boolean
  value: Json
  text: string
  fault?: Fault
}

export interface HarnessListener {
  /** The host has the request and made these tools callable (aliases). Fires once, before any event or wish. */
  onReady(materialized: string[]): void
  /** In the order the host sent them. Must not throw. */
  onEvents(events: HostEvent[]): void
  /** Must answer every wish, also after a stop; must not reject. */
  onWish(wish: ToolWish): Promise<WishAnswer>
  /** A call that the executor refused by itself, with its words; it will not be wished for. */
  onRefused(wish: ToolWish, why: string): void
  /** Fires exactly once; nothing comes after it. By then the host's process group is gone. */
  onEnd(end: HostEnd): void
  /** A line the host wrote to stderr. */
  onNoise(line: string): void
}

/** A host at work. */
export interface HarnessRun {
  readonly pid: Promise<number>
  /** Asks it to stop; `onEnd` follows, by force after the grace. Safe to call twice and after the end. */
  cancel(): void
}

export interface HarnessStart {
  request: HarnessRequest
  /** Handed over on a channel of their own: neither in the request, nor in argv, nor in the environment. */
  secrets: Record<string, string>
}

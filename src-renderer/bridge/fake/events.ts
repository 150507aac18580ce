import type {
  CallId,
  Json,
  JsonObject,
  Output,
  OutputId,
  RunEvent,
  RunId,
  SessionId,
  ToolFamily,
  ToolSource,
} from '@contract'

/** Short ways to write the events of a run. */
export const hash = (digit: string) => digit.repeat(64)

export function started(harness: string, model: string): RunEvent {
  return {
    type: 'run.started',
    harness,
    model,
    configChecksum: '5be1c07d9a0f4a6c1f4427f6bb0d1f2e5be1c07d9a0f4a6c1f4427f6bb0d1f2e',
    packageHash: '7f3a90c2d41be87714ac07d1e12b6f0d7f3a90c2d41be87714ac07d1e12b6c21',
    requestFingerprint: hash('c'),
    manifestFingerprint: hash('d'),
    toolIds: ['file_read', 'write_report', 'launch-board.add_item', 'docs.search'],
    skillIds: ['press-note'],
    serverIds: ['docs', 'launch-board'],
    stageMs: { collect: 4, compile: 11, prepare: 212, context: 3, project: 6, launch: 88 },
  }
}

export interface CallSpec {
  callId: CallId
  name: string
  family: ToolFamily
  source?: ToolSource
  args: JsonObject
}

export function toolStarted({ callId, name, family, source, args }: CallSpec): RunEvent {
  return {
    type: 'tool.started',
    callId,
    toolId: name,
    name,
    family,
    source: source ?? { kind: 'built-in' },
    args,
  }
}

export function toolOk(callId: CallId, value: Json, ms: number): RunEvent {
  return { type: 'tool.finished', callId, status: 'ok', result: { kind: 'inline', value }, ms }
}

export function toolError(callId: CallId, message: string, ms: number): RunEvent {
  return {
    type: 'tool.finished',
    callId,
    status: 'error',
    error: { owner: 'capability', code: 'tool_failed', message, retry: 'now' },
    ms,
  }
}

export function launchBrief(
  id: string,
  sessionId: SessionId,
  runId: RunId,
  callId: CallId,
  time: number,
): Output {
  return {
    id: `out_${id}` as OutputId,
    title: 'Launch brief',
    type: 'report',
    status: 'final',
    ownerApp: 'launch-board',
    resourceId: 'brief',
    view: 'item',
    path: 'launch-brief.md',
    bytes: 412,
    sessionId,
    runId,
    callId,
    packageHash: hash('7'),
    version: 1,
    createdAt: time,
    updatedAt: time,
  }
}

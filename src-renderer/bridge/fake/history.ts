import type {
  CallId,
  Output,
  OutputId,
  RunEvent,
  RunId,
  RunState,
  SessionId,
  SessionSummary,
  StreamRef,
  WorkspaceId,
} from '@contract'
import { hash, launchBrief, started, toolError, toolOk, toolStarted } from './events.ts'
import type { FakeLog } from './log.ts'
import { acme, launch, radar, tapeInstruction } from './seed.ts'

const minute = 60_000

export interface History {
  sessions: SessionSummary[]
  outputs: Output[]
}

interface Writer {
  sessionId: SessionId
  runId: RunId
  put(event: RunEvent, wait?: number): number
}

/** Sessions of earlier today: one done, one failed, one stopped, and one of another workspace. */
export function writeHistory(log: FakeLog, now: number): History {
  const sessions: SessionSummary[] = []
  const outputs: Output[] = []

  function session(
    id: string,
    workspaceId: WorkspaceId,
    title: string,
    ago: number,
    state: RunState,
    write: (writer: Writer) => void,
  ): void {
    const sessionId = `ses_${id}` as SessionId
    const runId = `run_${id}` as RunId
    const stream: StreamRef = { kind: 'session', id: sessionId }
    let time = now - ago * minute
    const createdAt = time
    write({
      sessionId,
      runId,
      put(event, wait = 40) {
        time += wait
        log.append(stream, event, runId, time)
        return time
      },
    })
    sessions.push({
      id: sessionId,
      workspaceId,
      title,
      kind: 'main',
      createdAt,
      updatedAt: time,
      runId,
      state,
      startedAt: createdAt,
    })
  }

  session('prepare0001', launch, 'Prepare the launch', 24, 'completed', (writer) => {
    outputs.push(writeDone(writer))
  })
  session('announce001', launch, 'Draft announcement', 96, 'completed', (writer) => {
    outputs.push(writeAnnouncement(writer))
  })
  session('import00001', launch, 'Nightly import', 180, 'failed', writeFailed)
  session('contacts001', launch, 'Press contacts', 240, 'failed', writeEarlyFailure)
  session('feedback001', launch, 'Collect feedback', 300, 'stopped', writeStopped)
  session('acmebrief01', acme, 'Client brief', 60 * 26, 'completed', (writer) => {
    begin(writer, 'Summarize the client brief.')
    writer.put(
      { type: 'output.done', messageId: 'm1', contentIndex: 0, text: 'The client wants three deliveries.' },
      900,
    )
    writer.put({ type: 'run.completed', text: 'The client wants three deliveries.' })
  })
  session('weekly00001', radar, 'Weekly research', 60 * 50, 'interrupted', (writer) => {
    begin(writer, 'Collect what changed this week.')
    writer.put({ type: 'run.interrupted', reason: 'The app went away while this run was active.' }, 4000)
  })
  return { sessions, outputs }
}

function begin(writer: Writer, instruction: string, harness = 'loop'): void {
  const model = harness === 'rehearsal' ? 'none/none' : 'ollama/qwen3'
  writer.put({ type: 'run.queued', instruction, sessionKind: 'main', harness, model })
  for (const [stage, ms] of [
    ['collect', 4],
    ['compile', 11],
    ['prepare', 212],
    ['context', 3],
    ['project', 6],
  ] as const)
    writer.put({ type: 'run.stage', stage, ms, findings: [] }, ms)
  writer.put(started(harness, model), 30)
}

const call = (value: number) => `call_prepare000${value}` as CallId

function writeDone(writer: Writer): Output {
  const { put, sessionId, runId } = writer
  begin(writer, tapeInstruction)
  put(
    {
      type: 'thinking.done',
      messageId: 'm1',
      contentIndex: 0,
      text: 'The brief names three pieces of work. I read it first, then put each on the board, and close with the report.',
    },
    4100,
  )
  put(
    {
      type: 'output.done',
      messageId: 'm1',
      contentIndex: 1,
      text: 'I read the brief. I am putting three items on the board and writing the **launch brief**.',
    },
    700,
  )
  put(toolStarted({ callId: call(1), name: 'file_read', family: 'files.read', args: { path: 'brief.md' } }))
  put(toolOk(call(1), { path: 'brief.md', text: '# Signalbox 1.0\n\nLaunch on **14 December**.' }, 3))
  workOnBoard(writer)
  put(
    toolStarted({
      callId: call(6),
      name: 'write_report',
      family: 'outputs',
      args: { title: 'Launch brief', path: 'launch-brief.md' },
    }),
  )
  const output = launchBrief(
    'brief00001',
    sessionId,
    runId,
    call(6),
    put({ type: 'file.changed', path: 'launch-brief.md', change: 'created', bytes: 412 }),
  )
  put({ type: 'output.created', output })
  put(toolOk(call(6), { outputId: output.id }, 11))
  put({
    type: 'usage.reported',
    usage: {
      input: 4812,
      output: 931,
      cacheRead: 0,
      cacheWrite: 0,
      cost: 0,
      contextUsed: 10_158,
      contextSize: 32_768,
    },
    child: false,
  })
  const text =
    'The board has three planned items and the **launch brief** is written.\n\n- Press note to three outlets\n- Changelog page\n- Pricing table, due Thursday\n\nThe date is *14 December*, as in `brief.md`. See the [style guide](https://docs.example/style).'
  put({ type: 'output.done', messageId: 'm2', contentIndex: 0, text }, 1800)
  put({ type: 'run.completed', text })
  return output
}

function workOnBoard({ put }: Writer): void {
  const board = { kind: 'app', app: 'launch-board' } as const
  for (const [at, title] of ['Press note to three outlets', 'Changelog page', 'Pricing table'].entries()) {
    put(
      toolStarted({
        callId: call(at + 2),
        name: 'launch-board.add_item',
        family: 'app:launch-board',
        source: board,
        args: { title, column: 'planned', due: '2026-12-14' },
      }),
      120,
    )
    put(toolOk(call(at + 2), { id: `item_${at + 1}`, title, column: 'planned' }, 84 - at * 9), 84)
  }
  put(
    toolStarted({
      callId: call(5),
      name: 'docs.search',
      family: 'mcp:docs',
      source: { kind: 'mcp', server: 'docs' },
      args: { query: 'press contacts' },
    }),
  )
  put(toolError(call(5), 'The docs server answered nothing for 10 s.', 10_000), 10_000)
  put({
    type: 'capability.unavailable',
    kind: 'server',
    id: 'crm',
    reason: 'needs_sign_in',
    detail: 'needs sign-in',
  })
}

function writeAnnouncement(writer: Writer): Output {
  const callId = 'call_announce0001' as CallId
  begin(writer, 'Draft the announcement from the launch brief.', 'rehearsal')
  writer.put(
    toolStarted({
      callId,
      name: 'write_report',
      family: 'outputs',
      args: { title: 'Announcement', path: 'announcement.md' },
    }),
  )
  const time = writer.put(toolOk(callId, { ok: true }, 8))
  const output: Output = {
    ...launchBrief('announce001', writer.sessionId, writer.runId, callId, time),
    id: 'out_announce0001' as OutputId,
    title: 'Announcement',
    status: 'draft',
    ownerApp: 'press-room',
    packageHash: hash('8'),
    version: 2,
  }
  writer.put({ type: 'output.created', output })
  writer.put(
    { type: 'output.done', messageId: 'm1', contentIndex: 0, text: 'The announcement is drafted.' },
    600,
  )
  writer.put({ type: 'run.completed', text: 'The announcement is drafted.' })
  return output
}

function writeFailed(writer: Writer): void {
  begin(writer, 'Import the customer list of last night.')
  writer.put(
    { type: 'output.done', messageId: 'm1', contentIndex: 0, text: 'I start with the file of 03:00.' },
    1200,
  )
  writer.put(
    {
      type: 'run.failed',
      fault: {
        owner: 'provider',
        code: 'unauthorized',
        message: 'The request to api.example was refused with 401: the key is not valid.',
        hint: 'Set EXAMPLE_API_KEY to a valid key, or choose another model.',
        retry: 'now',
      },
    },
    800,
  )
}

/** Ends at stage 3: what it would have been given was never frozen. */
function writeEarlyFailure({ put }: Writer): void {
  put({
    type: 'run.queued',
    instruction: 'Collect the press contacts.',
    sessionKind: 'main',
    harness: 'loop',
    model: 'ollama/qwen3',
  })
  put({ type: 'run.stage', stage: 'collect', ms: 4, findings: [] }, 4)
  put({ type: 'run.stage', stage: 'compile', ms: 9, findings: [] }, 9)
  put({
    type: 'run.failed',
    fault: {
      owner: 'capability',
      stage: 'prepare',
      code: 'placeholder_undefined',
      message: 'The server crm needs CRM_REGION, which is not set.',
      hint: 'Set it, or switch the server off.',
      retry: 'now',
    },
  })
}

function writeStopped(writer: Writer): void {
  begin(writer, 'Collect the feedback of the last two weeks.')
  writer.put(
    {
      type: 'output.done',
      messageId: 'm1',
      contentIndex: 0,
      text: 'I look through the inbox export, newest first. So far',
      partial: true,
    },
    1200,
  )
  writer.put({ type: 'run.stop_requested', by: 'operator' })
  writer.put({ type: 'run.stopped', by: 'operator' })
}

/** A session of many events, to see that length does not matter. */
export function writeLong(log: FakeLog, now: number, many: number): SessionSummary {
  const sessionId = 'ses_long0000001' as SessionId
  const runId = 'run_long0000001' as RunId
  const stream: StreamRef = { kind: 'session', id: sessionId }
  let time = now - many * 50
  const put = (event: RunEvent) => {
    time += 50
    log.append(stream, event, runId, time)
  }
  put({
    type: 'run.queued',
    instruction: 'Go through every record.',
    sessionKind: 'main',
    harness: 'rehearsal',
    model: 'none/none',
  })
  put(started('rehearsal', 'none/none'))
  for (let at = 0; at < (many - 3) / 3; at++) {
    const callId = `call_long${String(at).padStart(8, '0')}` as CallId
    put(
      toolStarted({
        callId,
        name: 'docs.search',
        family: 'mcp:docs',
        source: { kind: 'mcp', server: 'docs' },
        args: { query: `record ${at}` },
      }),
    )
    put(toolOk(callId, { found: at % 7 }, 10 + (at % 90)))
    put({ type: 'output.done', messageId: `m${at}`, contentIndex: 0, text: `Record ${at} is read.` })
  }
  put({ type: 'run.completed', text: 'Every record is read.' })
  return {
    id: sessionId,
    workspaceId: launch,
    title: 'Go through every record',
    kind: 'main',
    createdAt: time,
    updatedAt: time,
    runId,
    state: 'completed',
    startedAt: time,
  }
}

import { realpath } from 'node:fs/promises'
import {
  type DurableEnvelope,
  isTerminal,
  type RunEvent,
  type RunId,
  type RunState,
  type SessionId,
  stateAfter,
} from '@contract'
import { faultOf, raise } from '../kit/index.ts'
import { Store } from '../store/index.ts'
import type { Command } from './arguments.ts'
import { exit, exitCodeOf, faultText } from './exit.ts'
import type { Terminal } from './run.ts'

/** `signalbox events`: a stream page by page, beside whoever writes; `--follow` goes on as it grows. */
export async function eventsCommand(
  dataFolder: string,
  command: Extract<Command, { name: 'events' }>,
  terminal: Terminal,
): Promise<number> {
  let store: Store | null = null
  try {
    store = Store.openToRead(dataFolder)
    const sessionId = await sessionOf(store, command)
    const reader = new StreamReader(store, sessionId, command, terminal)
    reader.readOn()
    if (command.follow && !reader.over) await follow(store, reader, terminal)
    return exit.done
  } catch (error) {
    const what = faultOf(error)
    if (command.json) terminal.out(JSON.stringify({ fault: what }))
    else terminal.error(faultText(what))
    return exitCodeOf(what)
  } finally {
    store?.close()
  }
}

/** The session asked for, which must be one of the workspace in that folder. */
export async function sessionOf(
  store: Store,
  command: { folder: string; runId?: RunId; sessionId?: SessionId },
): Promise<SessionId> {
  const folder = await realpath(command.folder).catch(() => null)
  if (!folder) {
    const message = `${command.folder} is not a folder.`
    throw raise({ owner: 'operator', code: 'folder_missing', message })
  }
  const what = command.runId ?? command.sessionId
  const id = command.runId ? store.runs.byId(command.runId)?.sessionId : command.sessionId
  const session = id ? store.sessions.byId(id) : null
  if (session && store.workspaces.byId(session.workspaceId)?.path === folder) return session.id
  throw raise({
    owner: 'operator',
    code: command.runId ? 'run_unknown' : 'session_unknown',
    message: `There is no ${what} of ${folder} in this data folder.`,
    hint: 'Is SIGNALBOX_HOME the one it ran with?',
  })
}

class StreamReader {
  over = false
  private seq: number
  private state: RunState = 'queued'

  constructor(
    private readonly store: Store,
    private readonly sessionId: SessionId,
    private readonly command: Extract<Command, { name: 'events' }>,
    private readonly terminal: Terminal,
  ) {
    this.seq = command.after
  }

  readOn(): void {
    for (let end = false; !end; ) {
      const page = this.store.since({ kind: 'session', id: this.sessionId }, this.seq, 1000)
      for (const envelope of page.envelopes) this.show(envelope)
      this.seq = page.next
      end = page.end
    }
  }

  private show(envelope: DurableEnvelope): void {
    const { runId } = this.command
    if (runId && envelope.runId !== runId) return
    if (this.command.json) this.terminal.out(JSON.stringify(envelope))
    else
      this.terminal.out(
        `${String(envelope.seq).padStart(6)} ${new Date(envelope.time).toISOString()} ${envelope.event.type}`,
      )
    this.state = stateAfter(this.state, envelope.event as RunEvent)
    // One run ends; a session can always go on.
    if (runId && isTerminal(this.state)) this.over = true
  }
}

function follow(store: Store, reader: StreamReader, terminal: Terminal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      stop()
      resolve()
    }
    const stop = store.onOutsideChange(() => {
      try {
        reader.readOn()
        if (reader.over) end()
      } catch (error) {
        stop()
        reject(error)
      }
    })
    terminal.onInterrupt(end)
    // What was committed between the first reading and the watching.
    reader.readOn()
    if (reader.over) end()
  })
}

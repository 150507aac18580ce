import { readFileSync } from 'node:fs'
import type { Fault, HarnessRequest } from '@contract'
import { harnessRequestSchema } from '@contract/schemas'
import { z } from 'zod'
import { readLines } from '../kit/index.ts'
import type { HostEnd, HostEvent, ToolWish, WishAnswer } from './port.ts'
import type { FromHost, ToHost } from './wire.ts'

/** What a host's own code works with. */
export interface HostSession {
  readonly request: HarnessRequest
  readonly secrets: Readonly<Record<string, string>>
  /** Aborted when the operator stops the run. */
  readonly signal: AbortSignal
  /** Says which tools were made callable. Before the first event. */
  ready(aliases: string[]): void
  emit(event: HostEvent): void
  /** Reports a call that the executor refused by itself. */
  refused(wish: ToolWish, why: string): void
  /** Asks the runtime for a call and waits for its answer, also after a stop. Never rejects. */
  call(wish: ToolWish): Promise<WishAnswer>
}

/**
 * Runs a host: reads the request from stdin, the secrets from fd 3, calls `work` once and reports how it ended.
 * Anything thrown is a failure of the harness; a run that was cancelled ends as stopped whatever `work` says.
 */
export function runHost(work: (session: HostSession) => Promise<HostEnd>): void {
  const waiting = new Map<string, (answer: WishAnswer) => void>()
  const abort = new AbortController()
  let started = false
  const send = (message: FromHost) => process.stdout.write(`${JSON.stringify(message)}\n`)

  const take = (message: ToHost) => {
    if (message.type === 'cancel') abort.abort()
    if (message.type === 'answer') {
      waiting.get(message.callId)?.(message.answer)
      waiting.delete(message.callId)
    }
    if (message.type === 'start' && !started) {
      started = true
      void attempt(message.request).then((end) => {
        send({ type: 'end', end: abort.signal.aborted ? { outcome: 'stopped' } : end })
        // Everything is said: let the pipe drain, then go.
        process.stdin.destroy()
        process.stdout.end(() => process.exit(0))
      })
    }
  }

  const attempt = async (unchecked: unknown): Promise<HostEnd> => {
    const parsed = harnessRequestSchema.safeParse(unchecked)
    if (!parsed.success)
      return failedEnd(
        'request_invalid',
        `The request was refused: ${z.prettifyError(parsed.error)}`,
        'contract',
      )
    try {
      return await work({
        request: parsed.data,
        secrets: readSecrets(),
        signal: abort.signal,
        ready: (materialized) => send({ type: 'ready', materialized }),
        emit: (event) => send({ type: 'event', event }),
        refused: (wish, why) => send({ type: 'refused', wish, why: why.slice(0, 20_000) }),
        call: (wish) =>
          new Promise((resolve) => {
            waiting.set(wish.callId, resolve)
            send({ type: 'wish', wish })
          }),
      })
    } catch (error) {
      return failedEnd('host_failed', error instanceof Error ? error.message : String(error))
    }
  }

  readLines(process.stdin, {
    line: (text) => take(JSON.parse(text) as ToHost),
    // The runtime is gone: there is nobody to work for.
    end: () => process.exit(0),
  })
}

function readSecrets(): Record<string, string> {
  return JSON.parse(readFileSync(3, 'utf8')) as Record<string, string>
}

export function failedEnd(
  code: string,
  message: string,
  owner: Fault['owner'] = 'harness',
  parts: Partial<Fault> = {},
): HostEnd {
  return { outcome: 'failed', fault: { owner, code, message, retry: 'no', ...parts } }
}

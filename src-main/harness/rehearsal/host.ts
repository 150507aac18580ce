import type { CallId } from '@contract'
import { z } from 'zod'
import { newId } from '../../kit/index.ts'
import { failedEnd, type HostSession, runHost } from '../host-process.ts'
import type { HostEnd } from '../port.ts'
import { Results, type Tape, type TapeCall, tapeSchema } from './tape.ts'

runHost(play)

async function play(session: HostSession): Promise<HostEnd> {
  session.ready(session.request.tools.map((tool) => tool.alias))
  if (!session.request.tape) {
    return failedEnd('no_tape', 'There is no tape to play.', 'operator', {
      hint: 'Put one under rehearsals/, or choose another harness.',
    })
  }
  const tape = tapeSchema.safeParse(session.request.tape)
  if (!tape.success)
    return failedEnd('tape_invalid', `The tape is wrong: ${z.prettifyError(tape.error)}`, 'author')
  const results = new Results()
  let text = ''
  for (const [index, step] of tape.data.steps.entries()) {
    if (session.signal.aborted) return { outcome: 'stopped' }
    const failure = await playStep(session, results, step, index + 1, (said) => {
      text = said
    })
    if (failure) return failure
  }
  return { outcome: 'completed', text }
}

async function playStep(
  session: HostSession,
  results: Results,
  step: Tape['steps'][number],
  number: number,
  onText: (text: string) => void,
): Promise<HostEnd | null> {
  const messageId = `m${number}`
  results.startStep()
  try {
    if (step.thinking) await say(session, 'thinking', messageId, 0, results.text(step.thinking), step.pace_ms)
    if (step.text) {
      const text = results.text(step.text)
      await say(session, 'output', messageId, step.thinking ? 1 : 0, text, step.pace_ms)
      onText(text)
    }
    // All arguments are filled first: calls of one step are parallel and cannot refer to each other.
    const calls = (step.tools ?? []).map((call) => ({ call, args: results.fill(call.args) }))
    const failures = await Promise.all(
      calls.map(({ call, args }, index) => callTool(session, results, call, args, index, messageId)),
    )
    return failures.find((failure) => failure !== null) ?? null
  } catch (error) {
    return failedEnd(
      'tape_reference',
      `Step ${number} of the tape: ${error instanceof Error ? error.message : String(error)}`,
      'author',
    )
  }
}

async function say(
  session: HostSession,
  kind: 'output' | 'thinking',
  messageId: string,
  contentIndex: number,
  text: string,
  pace: number,
): Promise<void> {
  let offset = 0
  for (const word of text.match(/\S+\s*|\s+/g) ?? []) {
    if (session.signal.aborted) return
    session.emit({ type: `${kind}.delta`, messageId, contentIndex, offset, text: word })
    offset += word.length
    if (pace > 0) await new Promise((resolve) => setTimeout(resolve, pace))
  }
  session.emit({ type: `${kind}.done`, messageId, contentIndex, text })
}

async function callTool(
  session: HostSession,
  results: Results,
  call: TapeCall,
  args: TapeCall['args'],
  index: number,
  messageId: string,
): Promise<HostEnd | null> {
  const tool = session.request.tools.find(
    (candidate) => candidate.id === call.call || candidate.alias === call.call,
  )
  const answer = await session.call({
    callId: newId('call') as CallId,
    alias: tool?.alias ?? call.call,
    args,
    messageId,
  })
  if (session.signal.aborted) return { outcome: 'stopped' }
  if (!answer.ok) {
    return failedEnd(
      'tape_call_failed',
      `The tape called ${call.call}: ${answer.text}`,
      answer.fault?.owner ?? 'capability',
      {
        ...(answer.fault?.hint ? { hint: answer.fault.hint } : {}),
      },
    )
  }
  const { value } = answer
  const missing = (call.expect ?? []).filter(
    (key) => value === null || typeof value !== 'object' || Array.isArray(value) || !(key in value),
  )
  if (missing.length > 0) {
    return failedEnd(
      'tape_result_shape',
      `The tape expects ${missing.map((key) => `"${key}"`).join(', ')} in the result of ${call.call}; it answered ${answer.text.slice(0, 200)}`,
      'author',
    )
  }
  results.put(index, call.id, value)
  return null
}

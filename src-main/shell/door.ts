import {
  callChannel,
  type Fault,
  type Input,
  type OperationName,
  operationNames,
  type Reply,
  type Value,
  type WindowOperation,
} from '@contract'
import { operationSchemas } from '@contract/schemas'
import { z } from 'zod'
import { fault, faultOf, type Log } from '../kit/index.ts'
import type { OperatorPort } from './port.ts'

/** As much of Electron's ipcMain as the door needs. */
export interface DoorIpc<E> {
  handle(channel: string, answer: (event: E, name: unknown, input: unknown) => Promise<Reply<unknown>>): void
}

/** The window a call came from, as far as the operations need it. */
export type WindowCalls = { [N in WindowOperation]: (input: Input<N>) => Value<N> | Promise<Value<N>> }

const maxInputCharacters = 1_000_000

/**
 * The one door between a window and the works: every call is from one of our own frames, has a known name, fits its
 * schema and its size, and gets a value back. Nothing is thrown across.
 */
export function openDoor<E>(
  ipc: DoorIpc<E>,
  operator: OperatorPort,
  windowOf: (event: E) => WindowCalls | null,
  log: Log,
): void {
  ipc.handle(callChannel, async (event, name, input) => {
    const window = windowOf(event)
    if (!window) return refuse('foreign_sender', 'The call did not come from a window of Signalbox.')
    if (!isOperation(name))
      return refuse('operation_unknown', `There is no operation ${JSON.stringify(name)?.slice(0, 100)}.`)
    const size = sizeOf(input)
    if (size > maxInputCharacters)
      return refuse(
        'input_too_large',
        `The input of ${name} is ${size} characters; the limit is ${maxInputCharacters}.`,
      )
    const parsed = operationSchemas[name].safeParse(input)
    if (!parsed.success)
      return refuse('input_invalid', `The input of ${name} does not fit: ${z.prettifyError(parsed.error)}`)
    try {
      return { ok: true, value: await perform(operator, window, name, parsed.data) }
    } catch (thrown) {
      const what = faultOf(thrown)
      if (what.owner === 'bug') log.error(`${name} failed`, thrown)
      return { ok: false, fault: what }
    }
  })
}

function perform(operator: OperatorPort, window: WindowCalls, name: OperationName, input: unknown): unknown {
  const all = { ...operator.api, ...window } as Record<OperationName, (input: unknown) => unknown>
  return all[name](input)
}

function isOperation(name: unknown): name is OperationName {
  return (operationNames as readonly unknown[]).includes(name)
}

function sizeOf(input: unknown): number {
  try {
    return JSON.stringify(input)?.length ?? 0
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function refuse(code: string, message: string): { ok: false; fault: Fault } {
  return { ok: false, fault: fault({ owner: 'contract', code, message }) }
}

import { type CoreApi, callChannel, type Reply } from '@contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId, raise, silentLog } from '../kit/index.ts'
import { type DoorIpc, openDoor, type WindowCalls } from './door.ts'
import type { OperatorPort } from './port.ts'

type Event = { from: 'ours' | 'foreign' }

/** An ipcMain with one channel, and the few verbs these tests call. */
class FakeIpc implements DoorIpc<Event> {
  private answer: ((event: Event, name: unknown, input: unknown) => Promise<Reply<unknown>>) | null = null
  channel = ''
  handle(
    channel: string,
    answer: (event: Event, name: unknown, input: unknown) => Promise<Reply<unknown>>,
  ): void {
    this.channel = channel
    this.answer = answer
  }
  call(name: unknown, input: unknown, from: Event['from'] = 'ours') {
    if (!this.answer) throw new Error('nothing listens')
    return this.answer({ from }, name, input)
  }
}

let ipc: FakeIpc
const written: string[] = []
const api = {
  'settings.read': ({ key }: { key: string }) => ({ value: `value of ${key}` }),
  'settings.write': ({ value }: { value: string }) => {
    written.push(value)
    return { saved: true }
  },
  'runs.stop': () => {
    throw raise({ owner: 'operator', code: 'run_over', message: 'It is over.' })
  },
  'models.read': () => {
    throw new TypeError('undefined is not a function')
  },
} as unknown as CoreApi
const calls = {
  'surfaces.hide': ({ surfaceId }: { surfaceId: string }) => ({ hidden: surfaceId === 'a' }),
} as unknown as WindowCalls

beforeEach(() => {
  written.length = 0
  ipc = new FakeIpc()
  openDoor(ipc, { api } as OperatorPort, (event) => (event.from === 'ours' ? calls : null), silentLog)
})

const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.fault.code)

describe('the door', () => {
  it('answers the operator’s and the window’s operations on one channel', async () => {
    expect(ipc.channel).toBe(callChannel)
    expect(await ipc.call('settings.read', { key: 'k' })).toEqual({
      ok: true,
      value: { value: 'value of k' },
    })
    expect(await ipc.call('surfaces.hide', { surfaceId: 'a' })).toEqual({ ok: true, value: { hidden: true } })
  })

  it.each([
    ['a name that is not there', 'no.such', {}, 'operation_unknown'],
    ['a name from the prototype', 'constructor', {}, 'operation_unknown'],
    ['a name that is no text', ['settings.read'], {}, 'operation_unknown'],
    ['an input of the wrong type', 'settings.read', { key: 5 }, 'input_invalid'],
    ['an input with a key too many', 'settings.read', { key: 'k', more: 1 }, 'input_invalid'],
    ['no input', 'settings.read', undefined, 'input_invalid'],
    ['an id of another kind', 'runs.stop', { runId: newId('session') }, 'input_invalid'],
    [
      'an input over the limit',
      'settings.write',
      { key: 'k', value: 'x'.repeat(1_000_001) },
      'input_too_large',
    ],
    ['an input that refers to itself', 'settings.write', circular(), 'input_too_large'],
  ])('refuses %s as a value', async (_what, name, input, code) => {
    expect(codeOf(await ipc.call(name, input))).toBe(code)
    expect(written).toEqual([])
  })

  it('refuses a frame that is not ours before it looks at anything else', async () => {
    expect(codeOf(await ipc.call('settings.write', { key: 'k', value: 'v' }, 'foreign'))).toBe(
      'foreign_sender',
    )
    expect(written).toEqual([])
  })

  it('turns a thrown fault into its reply, and any other error into a bug of ours', async () => {
    expect(await ipc.call('runs.stop', { runId: newId('run') })).toMatchObject({
      ok: false,
      fault: { owner: 'operator', code: 'run_over' },
    })
    expect(await ipc.call('models.read', {})).toMatchObject({
      ok: false,
      fault: { owner: 'bug', message: 'undefined is not a function' },
    })
  })
})

function circular() {
  const value: Record<string, unknown> = { key: 'k', value: 'v' }
  value.self = value
  return value
}

import type { Envelope, StreamRef } from '@contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newId } from '../kit/index.ts'
import { PushQueue } from './push.ts'

const mine: StreamRef = { kind: 'session', id: newId('session') }
const other: StreamRef = { kind: 'session', id: newId('session') }
const live = (stream: StreamRef, text: string): Envelope => ({
  stream,
  after: 0,
  event: { type: 'output.delta', messageId: 'm', contentIndex: 0, offset: 0, text },
})
const texts = (envelopes: Envelope[]) => envelopes.map(({ event }) => ('text' in event ? event.text : ''))

let sent: Envelope[][]
let queue: PushQueue
beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  queue = new PushQueue((envelopes) => sent.push(envelopes), 16)
})
afterEach(() => vi.useRealTimers())

it('sends what a window watches, once per frame and in order', () => {
  queue.watch(mine)
  queue.take([live(mine, 'a'), live(other, 'x')])
  queue.take([live(mine, 'b')])
  expect(sent).toEqual([])
  vi.advanceTimersByTime(16)
  queue.take([live(mine, 'c')])
  vi.advanceTimersByTime(16)
  expect(sent.map(texts)).toEqual([['a', 'b'], ['c']])
})

it('sends nothing of a stream that is not watched any more', () => {
  queue.watch(mine)
  queue.unwatch(mine)
  queue.take([live(mine, 'a')])
  vi.advanceTimersByTime(100)
  expect(sent).toEqual([])
})

it('forgets everything when the page is loaded anew', () => {
  queue.watch(mine)
  queue.take([live(mine, 'a')])
  queue.reset()
  queue.take([live(mine, 'b')])
  vi.advanceTimersByTime(100)
  expect(sent).toEqual([])
})

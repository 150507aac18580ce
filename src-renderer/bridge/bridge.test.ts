import { type Envelope, foldSession, type RunId, type SessionId, type StreamRef } from '@contract'
import { describe, expect, it } from 'vitest'
import { createStores, valueOf } from '../state/index.ts'
import { createFake, type FakeBridge } from './fake.ts'
import type { Frames } from './frames.ts'
import { createLink } from './link.ts'

const sessionId = 'ses_test000001' as SessionId
const runId = 'run_test000001' as RunId
const stream: StreamRef = { kind: 'session', id: sessionId }

/** Frames that happen when the test says so. */
function handFrames() {
  const waiting: (() => void)[] = []
  const frames: Frames = { request: (work) => void waiting.push(work) }
  return { frames, paint: () => waiting.splice(0).forEach((work) => void work()) }
}

function setUp() {
  const fake = createFake({ scenario: 'first' })
  const stores = createStores()
  const { frames, paint } = handFrames()
  const link = createLink(fake, stores, frames)
  const view = () => valueOf(stores.transcript.getState().views[sessionId])
  const queue = () =>
    fake.log.append(
      stream,
      { type: 'run.queued', instruction: 'Go', sessionKind: 'main', harness: 'loop', model: 'x' },
      runId,
    )
  const say = (text: string, messageId = 'm1') =>
    fake.log.append(stream, { type: 'output.done', messageId, contentIndex: 0, text }, runId)
  const delta = (offset: number, text: string) =>
    fake.log.live(stream, { type: 'output.delta', messageId: 'live', contentIndex: 0, offset, text }, runId)
  return { fake, stores, link, paint, view, queue, say, delta }
}

/** Lets the calls that are under way come back. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

const callsOf = (fake: FakeBridge, name: string) => fake.calls.filter((call) => call.name === name)
const texts = (view: ReturnType<ReturnType<typeof setUp>['view']>) =>
  view?.runs[0]?.items.map((item) => ('text' in item ? item.text : item.kind))

describe('following a session', () => {
  it('watches before it takes the snapshot, so that nothing falls between', async () => {
    const { fake, link, queue } = setUp()
    queue()
    await link.showSession(sessionId)
    const order = fake.calls.map((call) => call.name)
    expect(order.indexOf('streams.watch')).toBeLessThan(order.indexOf('sessions.view'))
  })

  it('keeps what is pushed while the snapshot is on its way and applies it afterwards, once', async () => {
    const { fake, link, paint, view, queue, say } = setUp()
    queue()
    let answer = () => {}
    const old = fake.log.view(sessionId)
    fake.answer('sessions.view', () => new Promise((done) => (answer = () => done({ ok: true, value: old }))))
    const opening = link.showSession(sessionId)
    await settle()
    say('early')
    paint()
    expect(view()).toBeNull()
    answer()
    await opening
    expect(texts(view())).toEqual(['early'])
  })

  it('gives the snapshot and nothing twice when it already has what was pushed', async () => {
    const { fake, link, paint, view, queue, say } = setUp()
    queue()
    const opening = link.showSession(sessionId)
    say('both')
    await opening
    paint()
    expect(texts(view())).toEqual(['both'])
    expect(callsOf(fake, 'streams.since')).toHaveLength(0)
  })

  it('changes the store once per frame, however many envelopes came', async () => {
    const { stores, link, paint, queue, say } = setUp()
    queue()
    await link.showSession(sessionId)
    let changes = 0
    stores.transcript.subscribe(() => changes++)
    say('one', 'a')
    say('two', 'b')
    say('three', 'c')
    expect(changes).toBe(0)
    paint()
    expect(changes).toBe(1)
  })

  it('asks once for what was lost and ends where the log ends', async () => {
    const { fake, link, paint, view, queue, say } = setUp()
    queue()
    await link.showSession(sessionId)
    fake.log.telling = false
    say('lost', 'a')
    say('lost too', 'b')
    fake.log.telling = true
    say('told', 'c')
    paint()
    await settle()
    expect(texts(view())).toEqual(['lost', 'lost too', 'told'])
    expect(callsOf(fake, 'streams.since')).toHaveLength(1)
    expect(view()).toEqual(foldSession(sessionId, fake.log.since(stream, 0, 1000).envelopes))
  })

  it('reads a long gap page by page', async () => {
    const { fake, link, paint, view, queue, say } = setUp()
    queue()
    await link.showSession(sessionId)
    fake.log.telling = false
    for (let at = 0; at < 2500; at++) say(`line ${at}`, `m${at}`)
    fake.log.telling = true
    say('last', 'end')
    paint()
    await settle()
    expect(view()?.seq).toBe(2502)
    expect(callsOf(fake, 'streams.since').length).toBe(3)
  })

  it('ends in the same state when envelopes come twice and in the wrong order', async () => {
    const { fake, link, paint, view, queue, say } = setUp()
    queue()
    await link.showSession(sessionId)
    fake.log.telling = false
    const sent: Envelope[] = [say('one', 'a'), say('two', 'b'), say('three', 'c')]
    fake.log.push([sent[2], sent[0], sent[1], sent[0], sent[2]] as Envelope[])
    paint()
    await settle()
    expect(texts(view())).toEqual(['one', 'two', 'three'])
  })

  it('joins live text by its offset, and asks for the text when a piece is missing', async () => {
    const { fake, link, paint, view, queue, delta } = setUp()
    queue()
    await link.showSession(sessionId)
    delta(0, 'Hello ')
    fake.log.telling = false
    delta(6, 'dear ')
    fake.log.telling = true
    delta(11, 'operator')
    paint()
    await settle()
    expect(texts(view())).toEqual(['Hello dear operator'])
    expect(callsOf(fake, 'streams.openText')).toHaveLength(1)
  })

  it('shows a window that joins in mid-message the text so far', async () => {
    const { link, paint, view, queue, delta } = setUp()
    queue()
    delta(0, 'Half a ')
    await link.showSession(sessionId)
    expect(texts(view())).toEqual(['Half a '])
    delta(7, 'sentence')
    paint()
    expect(texts(view())).toEqual(['Half a sentence'])
  })

  it('drops an envelope that still does not fit after its repair instead of asking for ever', async () => {
    const { fake, link, paint, view, queue } = setUp()
    queue()
    await link.showSession(sessionId)
    const event = { type: 'output.done', messageId: 'x', contentIndex: 0, text: 'from nowhere' } as const
    fake.log.push([{ stream, seq: 99, time: 1, runId, event }])
    paint()
    await settle()
    expect(callsOf(fake, 'streams.since')).toHaveLength(1)
    expect(view()?.seq).toBe(1)
  })

  it('says why when the snapshot cannot be had, and can be asked again', async () => {
    const { fake, stores, link, queue } = setUp()
    queue()
    const fault = { owner: 'store', code: 'unreadable', message: 'No.', retry: 'now' } as const
    fake.answer('sessions.view', () => ({ ok: false, fault }))
    await link.showSession(sessionId)
    expect(stores.transcript.getState().views[sessionId]).toEqual({ kind: 'error', fault })
    fake.answer('sessions.view', () => ({ ok: true, value: fake.log.view(sessionId) }))
    await link.reopenSession(sessionId)
    expect(stores.transcript.getState().views[sessionId]?.kind).toBe('ready')
  })

  it('hears nothing of a session that is no longer shown', async () => {
    const { link, paint, view, queue, say } = setUp()
    queue()
    await link.showSession(sessionId)
    await link.showSession('ses_other00001' as SessionId)
    say('unheard')
    paint()
    expect(texts(view())).toEqual([])
  })
})

describe('reading the log of a session', () => {
  it('reads every page and then follows', async () => {
    const { stores, link, paint, queue, say } = setUp()
    queue()
    for (let at = 0; at < 1200; at++) say(`line ${at}`, `m${at}`)
    await link.showSession(sessionId)
    await link.readLog(sessionId)
    const log = () => stores.activity.getState().logs[sessionId]
    expect(log()?.envelopes).toHaveLength(1201)
    say('and on', 'z')
    paint()
    expect(log()?.envelopes.at(-1)?.seq).toBe(1202)
    expect(log()?.complete).toBe(true)
  })
})

describe('calls', () => {
  it('turns a door that is gone into a fault', async () => {
    const { fake, link } = setUp()
    fake.answer('product.info', () => Promise.reject(new Error('gone')))
    const reply = await link.call('product.info', {})
    expect(reply).toMatchObject({ ok: false, fault: { owner: 'bug', code: 'door_lost' } })
  })
})

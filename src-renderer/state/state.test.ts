import type { AppView, RunState, SessionId, SessionSummary, WorkspaceId } from '@contract'
import { faultOwners, runStates } from '@contract'
import { describe, expect, it } from 'vitest'
import { applyEnvelope } from './apply-envelope.ts'
import { describeEvent, targetOf } from './describe-event.ts'
import { appendToLog, emptyLog } from './event-log.ts'
import { select } from './selectors.ts'
import { createStores } from './stores.ts'
import { runMark, runMarkOf } from './tones.ts'

const workspaceId = 'ws_test000001' as WorkspaceId
const stream = { kind: 'workspace', id: workspaceId } as const

function session(id: string, state: RunState, updatedAt = 1): SessionSummary {
  const sessionId = `ses_${id}` as SessionId
  return {
    id: sessionId,
    workspaceId,
    title: id,
    kind: 'main',
    createdAt: 0,
    updatedAt,
    runId: null,
    state,
    startedAt: 0,
  }
}

const app: AppView = {
  workspaceId,
  id: 'board',
  name: 'Board',
  icon: null,
  state: 'off',
  detail: '',
  port: null,
  tools: null,
  hasPage: true,
  startCommand: 'node server.mjs',
  pid: null,
}

describe('envelopes beside the transcript', () => {
  it('puts a changed session in its place, newest first', () => {
    const stores = createStores()
    for (const changed of [
      session('one', 'completed', 1),
      session('two', 'running', 2),
      session('one', 'running', 3),
    ])
      applyEnvelope(stores, { stream, after: 0, event: { type: 'session.changed', session: changed } })
    const list = stores.sessions.getState().byWorkspace[workspaceId] ?? []
    expect(list.map((one) => [one.title, one.state])).toEqual([
      ['one', 'running'],
      ['two', 'running'],
    ])
  })

  it('gives an app the state that the log says', () => {
    const stores = createStores()
    applyEnvelope(stores, { stream, after: 0, event: { type: 'app.changed', app } })
    applyEnvelope(stores, {
      stream,
      seq: 1,
      time: 1,
      event: { type: 'capability.state', kind: 'app', id: 'board', state: 'ready', detail: 'Answers' },
    })
    expect(select.appOf(stores, workspaceId, 'board')).toMatchObject({ state: 'ready', detail: 'Answers' })
  })
})

describe('the log of a session', () => {
  it('grows only by what joins on', () => {
    const stores = createStores()
    const sessionId = 'ses_test000001' as SessionId
    const event = { type: 'run.completed', text: '' } as const
    const at = (seq: number) => ({
      stream: { kind: 'session', id: sessionId } as const,
      seq,
      time: seq,
      event,
    })
    appendToLog(stores, sessionId, [at(1), at(2), at(2), at(4)])
    expect((stores.activity.getState().logs[sessionId] ?? emptyLog).envelopes.map((one) => one.seq)).toEqual([
      1, 2,
    ])
  })
})

describe('words and colours', () => {
  it('has a word for every state of a run', () => {
    for (const state of runStates) expect(runMark(state).word).not.toBe('')
  })

  it('names the owner of a failure and the stage of a start', () => {
    for (const owner of faultOwners)
      expect(runMarkOf({ state: 'failed', fault: { owner } }).word).toBe(`Failed (${owner})`)
    expect(runMarkOf({ state: 'starting', stage: 'prepare' }).word).toBe('Starting (prepare)')
  })

  it('keeps amber for what waits for the operator', () => {
    const amber = runStates.filter((state) => runMark(state).tone === 'needs')
    expect(amber).toEqual(['waiting_approval', 'waiting_answer'])
  })
})

describe('the groups of the list', () => {
  it('puts each session into one group only', () => {
    const all = [
      session('ask', 'waiting_approval'),
      session('run', 'running'),
      session('done', 'completed'),
      session('old', 'failed', -9),
    ]
    const groups = select.sessionGroups(all, (time) => time > 0)
    expect(groups.needs.map((one) => one.title)).toEqual(['ask'])
    expect(groups.running.map((one) => one.title)).toEqual(['run'])
    expect(groups.today.map((one) => one.title)).toEqual(['done'])
    expect(groups.earlier.map((one) => one.title)).toEqual(['old'])
  })
})

describe('one line about a thing', () => {
  it('names a call by what it is about', () => {
    expect(targetOf({ column: 'planned', title: 'Press note' })).toBe('Press note')
    expect(targetOf({ limit: 5, deep: { a: 1 } })).toBe('limit: 5')
    expect(targetOf({})).toBe('')
  })

  it('gives a finished call the name it started with', () => {
    const event = { type: 'tool.finished', callId: 'call_00000001', status: 'ok', ms: 3 } as never
    expect(describeEvent(event, new Map([['call_00000001', 'file_read']]))).toBe('file_read · Done')
  })
})

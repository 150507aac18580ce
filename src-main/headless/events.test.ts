import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newId } from '../kit/index.ts'
import { Store } from '../store/index.ts'
import { eventsCommand } from './events.ts'

let folder: string
let store: Store
const sessionId = newId('session')
const runId = newId('run')

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-events-'))
  store = Store.open(folder)
  const workspaceId = newId('workspace')
  store.workspaces.put({ id: workspaceId, path: realpathSync(folder), name: 'n', trusted: '', openedAt: 1 })
  store.sessions.insert({ id: sessionId, workspaceId, title: 't', kind: 'main', at: 1 })
  store.runs.insert({ id: runId, sessionId, workspaceId, state: 'queued', harness: 'rehearsal', at: 1 })
  say('queued')
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true, force: true })
})

function say(what: 'queued' | 'text' | 'end'): void {
  const stream = { kind: 'session', id: sessionId } as const
  const event = {
    queued: { type: 'run.queued', instruction: 'go', sessionKind: 'main', harness: 'rehearsal', model: '' },
    text: { type: 'output.done', messageId: 'm1', contentIndex: 0, text: 'said' },
    end: { type: 'run.completed', text: 'said' },
  }[what] as never
  store.append(Date.now(), [{ stream, runId, event }])
}

function terminal() {
  const lines: string[] = []
  const ends: (() => void)[] = []
  const take = (text: string) => void lines.push(text)
  return { lines, ends, out: take, error: take, onInterrupt: (stop: () => void) => void ends.push(stop) }
}

const command = { name: 'events', folder: '', runId, after: 0, follow: false, json: true } as const

it('prints what there is after a seq, beside the process that writes', async () => {
  say('text')
  const first = terminal()
  expect(await eventsCommand(folder, { ...command, folder }, first)).toBe(0)
  expect(first.lines.map((line) => JSON.parse(line).seq)).toEqual([1, 2])
  const rest = terminal()
  await eventsCommand(folder, { ...command, folder, after: 1 }, rest)
  expect(rest.lines.map((line) => JSON.parse(line).event.type)).toEqual(['output.done'])
})

it('follows until the run ends', async () => {
  const followed = terminal()
  const over = eventsCommand(folder, { ...command, folder, follow: true }, followed)
  say('text')
  await expect.poll(() => followed.lines.length).toBe(2)
  say('end')
  expect(await over).toBe(0)
  expect(followed.lines.map((line) => JSON.parse(line).seq)).toEqual([1, 2, 3])
})

it('stops following when it is asked to', async () => {
  const followed = terminal()
  const over = eventsCommand(folder, { ...command, folder, follow: true }, followed)
  await expect.poll(() => followed.ends.length).toBe(1)
  followed.ends[0]?.()
  expect(await over).toBe(0)
})

it('says that a run, a session or a history is not there', async () => {
  const said = terminal()
  expect(await eventsCommand(folder, { ...command, folder, runId: newId('run') }, said)).toBe(1)
  expect(said.lines.at(-1)).toContain('run_unknown')
  expect(await eventsCommand(path.join(folder, 'empty'), { ...command, folder }, said)).toBe(1)
  expect(said.lines.at(-1)).toContain('no_history')
  expect(await eventsCommand(folder, { ...command, folder, after: 99 }, said)).toBe(1)
  expect(said.lines.at(-1)).toContain('resync_required')
  expect(await eventsCommand(folder, { ...command, folder: path.join(folder, 'gone') }, said)).toBe(64)
  expect(said.lines.at(-1)).toContain('folder_missing')
  // A run of another workspace is not one of this folder.
  expect(await eventsCommand(folder, { ...command, folder: tmpdir() }, said)).toBe(1)
  expect(said.lines.at(-1)).toContain('run_unknown')
})

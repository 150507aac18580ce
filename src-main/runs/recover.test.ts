import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Envelope, RunId, SessionId } from '@contract'
import { afterEach, expect, it } from 'vitest'
import { Desk, everythingServer, tapeYaml, writeFiles } from './fixtures/desk.ts'

let home: string
afterEach(() => rmSync(home, { recursive: true, force: true }))

it('after kill -9 a run is interrupted, its open call is unknown, its text is kept, and nothing is run again', async () => {
  home = mkdtempSync(path.join(tmpdir(), 'signalbox-recover-'))
  const folder = path.join(home, 'ws')
  writeFiles(folder, {
    'workspace.yaml': `agents: { id: a }\nmcp_registry:\n  servers:\n    all: { type: local, command: [node, ${JSON.stringify(everythingServer)}] }\n`,
    'rehearsals/a.yaml': tapeYaml([
      { text: 'Something was said.', pace_ms: 0 },
      { tools: [{ call: 'all.trigger-long-running-operation', args: { duration: 60, steps: 10 } }] },
    ]),
  })
  const told = await killedInACall(folder)
  const committed = told.filter((envelope) => 'seq' in envelope)

  const desk = Desk.open({ home })
  const runId = told[0]?.runId as RunId
  const sessionId = told[0]?.stream.id as SessionId
  expect(desk.operator.recover()).toBe(1)
  const { envelopes } = await desk.operator.api['streams.since']({
    stream: { kind: 'session', id: sessionId },
    seq: 0,
    limit: 1000,
  })
  expect(envelopes.slice(0, committed.length)).toEqual(committed)
  expect(envelopes.slice(committed.length).map((envelope) => envelope.event)).toMatchObject([
    { type: 'tool.finished', status: 'unknown' },
    { type: 'run.interrupted' },
  ])
  const view = await desk.operator.api['sessions.view']({ sessionId })
  expect(view.runs).toMatchObject([
    {
      id: runId,
      state: 'interrupted',
      items: [{ text: 'Something was said.' }, { status: 'unknown' }, { kind: 'notice' }],
    },
  ])
  expect(desk.operator.recover()).toBe(0)
  await desk.operator.close()
})

/** A real headless run, killed once its tool call is in the log. What it had told by then. */
async function killedInACall(folder: string): Promise<Envelope[]> {
  const cli = path.resolve(import.meta.dirname, '../../out/main/cli.mjs')
  const child = spawn(
    process.execPath,
    [cli, 'run', folder, '--instruction', 'go', '--harness', 'rehearsal', '--trust', '--json'],
    {
      env: { PATH: process.env.PATH ?? '', HOME: home, SIGNALBOX_HOME: path.join(home, 'data') },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  let out = ''
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (text) => {
      out += text
      if (out.includes('"tool.started"')) resolve()
    })
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  child.kill('SIGKILL')
  await new Promise((resolve) => child.on('close', resolve))
  const whole = out.slice(0, out.lastIndexOf('\n'))
  return whole.split('\n').map((line) => JSON.parse(line) as Envelope)
}

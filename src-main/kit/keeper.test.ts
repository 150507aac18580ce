import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ChildOptions, type Runtime, startChild } from './child.ts'
import { alive, buildPrograms, nodeRuntime, readOr, tempFolder, until } from './testing.ts'

let programs: Record<'keeper' | 'owner', string>
let runtime: Runtime
beforeAll(async () => {
  programs = await buildPrograms('kit-keeper', {
    keeper: 'src-main/kit/keeper.ts',
    owner: 'src-main/kit/fixtures/owner.ts',
  })
  runtime = nodeRuntime(programs.keeper)
})

const options = (script: string, more: Partial<ChildOptions> = {}): ChildOptions => ({
  command: '/bin/sh',
  args: ['-c', script],
  cwd: '/',
  env: { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin` },
  graceMs: 300,
  ...more,
})

/** Every process that writes its pid into a file of this folder. */
function roll() {
  const folder = tempFolder()
  const file = path.join(folder, 'pids')
  return {
    note: `>> '${file}'`,
    pids: () => readOr(file, '').trim().split('\n').filter(Boolean).map(Number),
  }
}
const sleeper = (note: string, trap = '') =>
  `sh -c '${trap}echo $$ ${note.replaceAll("'", '"')}; while :; do sleep 0.2; done'`
const deaf = 'trap "" TERM; '

describe('stopping a child', () => {
  it('ends it and what it started, and resolves when the group is gone', async () => {
    const { note, pids } = roll()
    const child = startChild(runtime, options(`${sleeper(note)} & ${sleeper(note)} & wait`))
    await until('both sleepers run', () => pids().length === 2)
    const group = await child.started
    await child.stop()
    expect([group, ...pids()].filter(alive)).toEqual([])
  })

  it('kills after the grace what ignores TERM, and not before', async () => {
    const { note, pids } = roll()
    const child = startChild(runtime, options(`exec ${sleeper(note, deaf)}`, { graceMs: 500 }))
    await until('it runs', () => pids().length === 1)
    const since = Date.now()
    const { code } = await child.stop()
    expect(code).toBe(137)
    expect(Date.now() - since).toBeGreaterThanOrEqual(490)
    expect(Date.now() - since).toBeLessThan(3000)
    expect(pids().filter(alive)).toEqual([])
  })

  it('lets it end by itself within the grace', async () => {
    const child = startChild(
      runtime,
      options('trap "sleep 0.2; exit 5" TERM; echo up; while :; do sleep 0.05; done', { graceMs: 5000 }),
    )
    await new Promise((resolve) => child.stdout.once('data', resolve))
    expect((await child.stop()).code).toBe(5)
  })

  it('ends grandchildren that ignore TERM though their parent went at once (P06)', async () => {
    const { note, pids } = roll()
    const child = startChild(runtime, options(`${sleeper(note, deaf)} & wait`))
    await until('the grandchild runs', () => pids().length === 1)
    await child.stop()
    expect(pids().filter(alive)).toEqual([])
  })

  it('ends grandchildren whose parent ended by itself', async () => {
    const { note, pids } = roll()
    const child = startChild(runtime, options(`${sleeper(note)} & sleep 0.4; exit 4`))
    expect((await child.ended).code).toBe(4)
    expect(pids()).toHaveLength(1)
    expect(pids().filter(alive)).toEqual([])
  })

  it('twice, or after its end, is the same as once', async () => {
    const child = startChild(runtime, options('exit 2'))
    expect((await child.ended).code).toBe(2)
    expect(await Promise.all([child.stop(), child.stop()])).toEqual([{ code: 2 }, { code: 2 }])
  })

  it('at once, before it was started, still ends it', async () => {
    const child = startChild(runtime, options('sleep 30'))
    const since = Date.now()
    await child.stop()
    expect(Date.now() - since).toBeLessThan(5000)
    const pid = await child.started.catch(() => null)
    if (pid !== null) expect(alive(pid)).toBe(false)
  })

  it('does not wait for a process that left the group and holds the output open', async () => {
    const { note, pids } = roll()
    const leaver = `const { spawn } = require("child_process"); spawn("sh", ["-c", "echo $$ ${note.replaceAll("'", '')}; sleep 20"], { detached: true, stdio: "inherit" }).unref()`
    const child = startChild(runtime, options(`node -e '${leaver}'`))
    await until('the leaver runs', () => pids().length === 1)
    onTestFinished(() => void process.kill(pids()[0] as number, 'SIGKILL'))
    const since = Date.now()
    expect((await child.ended).code).toBe(0)
    expect(Date.now() - since).toBeLessThan(6000)
    expect(pids().map(alive)).toEqual([true])
  })
})

/** A process of its own that owns children; resolves with it and their pids. */
async function startOwner(orders: ChildOptions[]): Promise<{ owner: ChildProcess; pids: number[] }> {
  const args = [programs.owner, programs.keeper, ...orders.map((order) => JSON.stringify(order))]
  const owner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void owner.kill('SIGKILL'))
  const pids: number[] = []
  for await (const line of createInterface({ input: owner.stdout! })) {
    pids.push(Number(line))
    if (pids.length === orders.length) break
  }
  return { owner, pids }
}

describe('when the owner is gone', () => {
  it('by kill -9, every child and grandchild ends, also the deaf ones (P06)', async () => {
    const { note, pids: grandchildren } = roll()
    const orders = Array.from({ length: 6 }, (_, index) =>
      options(`${sleeper(note, index % 2 ? deaf : '')} & wait`),
    )
    const { owner, pids } = await startOwner(orders)
    await until('all grandchildren run', () => grandchildren().length === 6)
    expect([...pids, ...grandchildren()].filter(alive)).toHaveLength(12)
    owner.kill('SIGKILL')
    await until('nobody is left', () => [...pids, ...grandchildren()].every((pid) => !alive(pid)))
    await until('no keeper is left', () => keepers().length === 0)
  })

  it('by an ordinary exit, its children end too', async () => {
    const { owner, pids } = await startOwner([options('sleep 30')])
    owner.kill('SIGTERM')
    await until('the child is gone', () => pids.every((pid) => !alive(pid)))
  })
})

describe('a Ctrl-C that reaches the keeper', () => {
  it('does not end it before its child', async () => {
    const child = startChild(runtime, options('trap "exit 6" TERM; echo up; while :; do sleep 0.05; done'))
    await new Promise((resolve) => child.stdout.once('data', resolve))
    const [keeper] = keepers(process.pid)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(keeper as number, signal)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(alive(await child.started)).toBe(true)
    expect((await child.stop()).code).toBe(6)
  })
})

/** Keepers of this test file; with `parent` only that one's. Linux only: elsewhere there is no list to look at. */
function keepers(parent?: number): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  return pids.filter((pid) => {
    if (
      !alive(pid) ||
      !readOr(`/proc/${pid}/cmdline`, '').split('\0').slice(1).join().startsWith(programs.keeper)
    )
      return false
    return (
      parent === undefined || readOr(`/proc/${pid}/stat`, '').split(') ')[1]?.split(' ')[1] === String(parent)
    )
  })
}

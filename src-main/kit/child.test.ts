import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ChildOptions, type Runtime, startChild } from './child.ts'
import { buildPrograms, nodeRuntime, tempFolder } from './testing.ts'

let runtime: Runtime
beforeAll(async () => {
  const { keeper } = await buildPrograms('kit-child', { keeper: 'src-main/kit/keeper.ts' })
  runtime = nodeRuntime(keeper)
})

const node = (script: string, more: Partial<ChildOptions> = {}) =>
  startChild(runtime, { command: process.execPath, args: ['-e', script], cwd: '/', env: {}, ...more })
const sh = (script: string, more: Partial<ChildOptions> = {}) =>
  startChild(runtime, {
    command: '/bin/sh',
    args: ['-c', script],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    ...more,
  })

/** What it wrote and how it ended. */
async function outcome(child: ReturnType<typeof startChild>) {
  const [out, err, { code }] = await Promise.all([text(child.stdout), text(child.stderr), child.ended])
  return { out, err, code }
}

describe('a child', () => {
  it('gets its argv byte for byte, also from a path with a space (P07)', async () => {
    const folder = path.join(tempFolder(), 'my tools')
    mkdirSync(folder)
    const program = path.join(folder, 'echo srv.sh')
    writeFileSync(program, '#!/bin/sh\nprintf "%s\\0" "$0" "$@"\n', { mode: 0o755 })
    const args = [
      'a b',
      'c"d',
      'e\\f',
      '$HOME',
      '%PATH%',
      '日本',
      '',
      "it's",
      '*',
      '-',
      '--x=y z',
      'a\nb',
      '\t',
      '👩‍👧',
    ]
    const { out, code } = await outcome(startChild(runtime, { command: program, args, cwd: folder, env: {} }))
    expect(out.split('\0').slice(0, -1)).toEqual([program, ...args])
    expect(code).toBe(0)
  })

  it('gets long arguments with wide characters whole, wherever the pipe cut the order', async () => {
    // Three bytes a character: one of the three places the cut inside of one.
    for (const shift of ['', 'x', 'xx']) {
      const long = shift + '日'.repeat(40_000)
      const child = node('process.stdout.write(process.argv[1])', {
        args: ['-e', 'process.stdout.write(process.argv[1])', long],
      })
      expect((await outcome(child)).out === long).toBe(true)
    }
  })

  it('has its declared environment and nothing of ours, nor of the keeper', async () => {
    process.env.SIGNALBOX_TEST_CANARY = 'from the owner'
    const keeperEnv: Runtime = { ...runtime, env: { KEEPER_ONLY: '1' } }
    const options = {
      command: process.execPath,
      args: ['-e', 'console.log(JSON.stringify(process.env))'],
      cwd: '/',
    }
    const child = startChild(keeperEnv, { ...options, env: { ONE: 'a=b c', ZWEI: 'ü' } })
    expect(JSON.parse((await outcome(child)).out)).toEqual({ ONE: 'a=b c', ZWEI: 'ü' })
    delete process.env.SIGNALBOX_TEST_CANARY
  })

  it('runs in the folder it was given, by its real name', async () => {
    const folder = path.join(tempFolder(), '工作区 é e\u0301 ñ')
    mkdirSync(folder)
    expect((await outcome(node('process.stdout.write(process.cwd())', { cwd: folder }))).out).toBe(folder)
  })

  it('is spoken to and heard through its pipes, and its code is told', async () => {
    const child = node(
      'process.stdin.on("data", (d) => process.stdout.write(d)); process.stdin.on("end", () => { console.error("bye"); process.exitCode = 7 })',
    )
    child.stdin.end('hello')
    expect(await outcome(child)).toEqual({ out: 'hello', err: 'bye\n', code: 7 })
  })

  it('says everything it had to say before `ended`', async () => {
    const child = node('process.stdout.write("x".repeat(3_000_000))')
    expect((await outcome(child)).out).toHaveLength(3_000_000)
  })

  it('tells the code that a shell would for a signal', async () => {
    expect((await outcome(sh('kill -KILL $$'))).code).toBe(137)
    expect((await outcome(sh('kill -SEGV $$'))).code).toBe(139)
  })
})

describe('the secret of a child', () => {
  it('arrives on fd 3 alone: not in argv, not in the environment', async () => {
    const secret = 'canary-7f3a'
    const child = node(
      'const fs = require("fs"); const got = fs.readFileSync(3, "utf8"); console.log(JSON.stringify({ got, argv: process.argv, env: process.env, cmd: fs.existsSync("/proc/self/cmdline") ? fs.readFileSync("/proc/self/cmdline", "utf8") : "" }))',
      { secret },
    )
    const { got, ...rest } = JSON.parse((await outcome(child)).out)
    expect(got).toBe(secret)
    expect(JSON.stringify(rest)).not.toContain(secret)
  })

  it('that nobody reads holds nothing up', async () => {
    expect((await outcome(node('process.exit(3)', { secret: 'x'.repeat(2_000_000) }))).code).toBe(3)
  })

  it('pipe is not there where there is no secret: a child holds no descriptor of ours', async () => {
    if (!existsSync('/proc/self/fd')) return
    const listing = 'ls -l /proc/self/fd | sed -n "s/.* \\([0-9]*\\) -> \\(.*\\)/\\1 \\2/p"'
    const { out } = await outcome(sh(listing))
    // Node closes what it inherited up to 15; what lies higher came from whoever started the tests.
    const numbers = out.match(/^\d+/gm)?.map(Number)
    expect(numbers?.filter((number) => number < 16)).toEqual([0, 1, 2, 3])
    // 3 is the folder that `ls` itself reads.
    expect(out).toMatch(/^3 \/proc\/\d+\/fd$/m)
  })
})

describe('a child that cannot be started', () => {
  const start = (more: Partial<ChildOptions>) =>
    startChild(runtime, { command: process.execPath, args: [], cwd: '/', env: {}, ...more })

  it.each<[string, Partial<ChildOptions>, RegExp]>([
    [
      'the program is not there',
      { command: '/no/such/program' },
      /could not start \/no\/such\/program: there is no such program/,
    ],
    [
      'the name is nowhere',
      { command: 'no-such-program-here' },
      /could not start no-such-program-here: there is no such program/,
    ],
    [
      'the folder is not there',
      { cwd: '/no/such/folder' },
      /could not start .*: its folder \/no\/such\/folder does not exist/,
    ],
    ['the program is a folder', { command: '/' }, /could not start \/: it may not be run/],
    ['an argument has a NUL', { args: ['a\0b'] }, /could not start .*null bytes/],
    [
      'the arguments are too long',
      { args: Array.from({ length: 30 }, () => 'x'.repeat(131_000)) },
      /could not start .*E2BIG/,
    ],
  ])('says so when %s', async (_what, more, words) => {
    const child = start(more)
    await expect(child.started).rejects.toThrow(words)
    expect((await child.ended).code).toBe(127)
    expect((await child.stop()).code).toBe(127)
  })

  it('says so when even the keeper cannot be started', async () => {
    const child = startChild(
      { ...runtime, command: '/no/such/node' },
      { command: 'x', args: [], cwd: '/', env: {} },
    )
    await expect(child.started).rejects.toThrow(/could not start x: .*ENOENT/)
    expect((await child.ended).code).toBeNull()
    expect((await child.stop()).code).toBeNull()
  })
})

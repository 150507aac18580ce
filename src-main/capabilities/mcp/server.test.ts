import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callContext, isAlive, tempFolder, toolsFrom, toyServer, until } from '../fixtures/bench.ts'
import type { McpServer } from './server.ts'

let place: ReturnType<typeof tempFolder>
let server: McpServer | null = null
beforeEach(() => {
  place = tempFolder()
})
afterEach(async () => {
  await server?.close()
  place.remove()
})
const open = (toy: string, options?: Parameters<typeof toyServer>[2]) => {
  const made = toyServer(place.folder, toy, options)
  server = made.server
  return made
}

describe('a local MCP server', () => {
  it('keeps the connection when it prints text between the messages, and shows the text in its log (P02)', async () => {
    const { server } = open('noise')
    const tools = await toolsFrom(server)
    expect(Array.isArray(tools) && tools.map((tool) => tool.name)).toEqual(['echo', 'fail', 'hang', 'big'])
    expect(server.log()).toContain('Starting up...')
    expect(server.log()).toContain('log: about to answer')
    expect(server.current).toMatchObject({ state: 'ready', tools: 4 })
  })

  it('gets its arguments byte for byte (P07)', async () => {
    const args = ['a b', 'c"d', 'e\\f', '$HOME', '%PATH%', '日本']
    const tools = await toolsFrom(open('', { args }).server)
    const answer = Array.isArray(tools) ? await tools[0]?.call({}, callContext()) : undefined
    expect(answer).toMatchObject({ ok: true, text: args.join('|') })
  })

  it('survives one very long message', async () => {
    const tools = await toolsFrom(open('').server)
    const answer = Array.isArray(tools)
      ? await tools.find((tool) => tool.name === 'big')?.call({}, callContext())
      : undefined
    expect(answer?.ok && answer.text.length).toBe(12_000_000)
  })

  it('that never answers is unavailable after its own deadline, and its process is gone (P14)', async () => {
    const { server, statuses } = open('mute', { timeoutMs: 600 })
    expect(await toolsFrom(server)).toMatchObject({
      reason: 'server_unavailable',
      detail: expect.stringMatching(/timed out/i),
    })
    const pid = statuses.find((status) => status.pid !== null)?.pid as number
    await until(() => !isAlive(pid))
  })

  it('that ends at once says with which code, and may be tried again (P14)', async () => {
    const { server } = open('exit')
    expect(await toolsFrom(server)).toMatchObject({
      reason: 'server_unavailable',
      detail: expect.stringMatching(/closed|code 3/i),
    })
    expect(await toolsFrom(server)).toMatchObject({ reason: 'server_unavailable' })
  })

  it('that writes 50 MB to stderr is still connected, with a bounded log (P14)', async () => {
    const { server } = open('stderr', { timeoutMs: 15_000 })
    expect(Array.isArray(await toolsFrom(server))).toBe(true)
    expect(server.log().length).toBeLessThan(1_000_000)
  })

  it('whose program is not there says where it looked', async () => {
    const { server } = open('', { command: ['no-such-program-here'] })
    expect(await toolsFrom(server)).toMatchObject({
      detail: expect.stringMatching(/no-such-program-here.*looked in .*\/bin/),
    })
  })

  it('is connected once for many who ask at the same time', async () => {
    const { server, statuses } = open('')
    await Promise.all([toolsFrom(server), toolsFrom(server), toolsFrom(server)])
    expect(statuses.filter((status) => status.state === 'starting' && status.pid === null)).toHaveLength(1)
  })

  it('that dies between two runs is started again by the next', async () => {
    const { server } = open('')
    await toolsFrom(server)
    const first = server.current.pid as number
    process.kill(-first, 'SIGKILL')
    await until(() => server.current.state === 'failed')
    expect(Array.isArray(await toolsFrom(server))).toBe(true)
    expect(server.current.pid).not.toBe(first)
  })
})

describe('a server that is not what was trusted', () => {
  it('is not started, and says why', async () => {
    const { server, statuses } = open('', { mayStart: async () => 'changed: a.mjs' })
    expect(await toolsFrom(server)).toEqual({ reason: 'changed', detail: 'changed: a.mjs' })
    expect(server.current).toMatchObject({ state: 'changed', detail: 'changed: a.mjs' })
    expect(statuses.every(({ pid }) => pid === null)).toBe(true)
  })

  it('is not connected again in mid-run; its run is told once', async () => {
    let why: string | null = null
    const told: string[] = []
    const { server } = open('', { mayStart: async () => why })
    const held = await server.hold({ onLost: ({ reason }) => void told.push(reason), onBack: () => {} })
    if (!('tools' in held)) throw new Error(held.detail)
    why = 'changed: a.mjs'
    process.kill(-(server.current.pid as number), 'SIGKILL')
    await until(() => server.current.state === 'failed')
    for (let call = 0; call < 2; call++)
      expect(await held.tools[0]?.call({}, callContext())).toMatchObject({
        ok: false,
        fault: { code: 'changed' },
      })
    expect(told).toEqual(['server_unavailable', 'changed'])
    why = null
    expect(await held.tools[0]?.call({}, callContext())).toMatchObject({ ok: true })
    await held.release()
  })
})

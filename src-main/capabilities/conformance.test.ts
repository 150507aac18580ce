import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callContext, isAlive, quiet, tempFolder, toolsFrom, toyApp, toyServer } from './fixtures/bench.ts'
import type { Tool } from './port.ts'
import { fileTools } from './tools/files.ts'

/** What every source of tools must do, whatever is behind it. */
interface Source {
  name: string
  open(root: string): Promise<{ tools: Tool[]; close(): Promise<void>; pid: number | null }>
  /** A call that works, one that fails, and one that never answers by itself (null where there is none). */
  works: [string, Record<string, string>]
  fails: [string, Record<string, string>]
  hangs: [string, Record<string, string>] | null
  family: string
}

const sources: Source[] = [
  {
    name: 'an MCP server over stdio',
    family: 'mcp:toy',
    works: ['toy.echo', { text: 'hello' }],
    fails: ['toy.fail', {}],
    hangs: ['toy.hang', {}],
    async open(root) {
      const { server } = toyServer(root, '')
      const tools = await toolsFrom(server)
      if (!Array.isArray(tools)) throw new Error(tools.detail)
      return { tools, close: () => server.close(), pid: server.current.pid }
    },
  },
  {
    name: 'an app',
    family: 'app:toy',
    works: ['toy.echo', { text: 'hello' }],
    fails: ['toy.fail', {}],
    hangs: ['toy.hang', {}],
    async open(root) {
      const { app } = toyApp(root, '')
      const { workspaceId, sessionId, runId } = callContext()
      const found = await app.hold({ workspaceId, sessionId, runId, title: 't' }, quiet)
      if (!('tools' in found)) throw new Error(found.detail)
      return {
        tools: found.tools,
        pid: app.current.pid,
        close: async () => {
          await found.release()
          await app.stop()
        },
      }
    },
  },
  {
    name: 'the file tools',
    family: 'files.',
    works: ['file_write', { path: 'a.txt', content: 'hello' }],
    fails: ['file_read', { path: 'missing.txt' }],
    hangs: null,
    async open(root) {
      return {
        tools: fileTools({ root, writeRefusal: () => null, onChange: () => {} }),
        close: async () => {},
        pid: null,
      }
    },
  },
]

describe.each(sources)('$name', (source) => {
  let place: ReturnType<typeof tempFolder>
  let opened: Awaited<ReturnType<Source['open']>>
  beforeEach(async () => {
    place = tempFolder()
    opened = await source.open(place.folder)
  })
  afterEach(async () => {
    await opened.close()
    place.remove()
  })
  const tool = (id: string) => opened.tools.find((candidate) => candidate.id === id) as Tool

  it('names its tools by their source and describes their arguments as an object', () => {
    expect(opened.tools.length).toBeGreaterThan(0)
    for (const { family, schema, id, name } of opened.tools) {
      expect(family.startsWith(source.family)).toBe(true)
      expect(schema.type).toBe('object')
      expect(id.endsWith(name)).toBe(true)
    }
  })

  it('answers a call with a value and the text a model reads', async () => {
    const answer = await tool(source.works[0]).call(source.works[1], callContext())
    expect(answer).toMatchObject({ ok: true, text: expect.stringContaining('') })
    expect(answer.ok && answer.text.length).toBeGreaterThan(0)
  })

  it('answers a failing call with a fault that says why, and does not throw', async () => {
    const answer = await tool(source.fails[0]).call(source.fails[1], callContext())
    expect(answer).toMatchObject({ ok: false, fault: { owner: 'capability' } })
    expect(!answer.ok && answer.fault.message.length).toBeGreaterThan(5)
  })

  it.runIf(source.hangs)('settles a call that never answers soon after the run stops', async () => {
    const stop = new AbortController()
    const [id, args] = source.hangs as [string, Record<string, string>]
    const answer = tool(id).call(args, callContext(stop.signal))
    setTimeout(() => stop.abort(), 100)
    expect(await answer).toMatchObject({ ok: false })
  })

  it('leaves no process when it is closed', async () => {
    await opened.close()
    if (opened.pid !== null) expect(isAlive(opened.pid)).toBe(false)
  })
})

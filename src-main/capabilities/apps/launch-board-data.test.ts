import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  addItem,
  app,
  ask,
  clientOf,
  json,
  newFolder,
  openStream,
  post,
  rpc,
  run,
  startBoard,
  stored,
} from './launch-board.fixture.ts'

describe('the page of the launch board', () => {
  it('comes with a policy that allows nothing but its own files, and serves no file beside them', async () => {
    const { page } = await startBoard()
    const index = await ask(`${page}/`)
    expect(index.headers['content-security-policy']).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    )
    expect(index.headers['x-content-type-options']).toBe('nosniff')
    for (const [, file] of index.text.matchAll(/(?:src|href)="([^"]+)"/g))
      expect((await ask(`${page}/${file}`)).status).toBe(200)
    for (const name of readdirSync(join(app, 'page'))) {
      const { text } = await ask(`${page}/${name}`)
      expect(text.replaceAll('http://www.w3.org/2000/svg', ''), name).not.toMatch(
        /https?:\/\/|innerHTML|\bstyle=/,
      )
    }
    for (const path of [
      '/../server.mjs',
      '/%2e%2e/server.mjs',
      '/..%2fserver.mjs',
      '/server.mjs',
      '//page/app.js',
    ]) {
      expect((await ask(page + path)).status, path).toBe(404)
    }
  })

  it('is told of every change at once, whoever made it', async () => {
    const board = await startBoard()
    const stream = await openStream(board)
    expect(await stream.next()).toEqual({ items: [], deleted: [], notice: null })
    await post(board.mcp, addItem('By a run'), run)
    expect(await stream.next()).toMatchObject({ items: [{ title: 'By a run', by: { runId: 'run-1' } }] })
    await post(`${board.page}/api/items`, { title: 'By hand', column: 'done' }, { origin: board.page })
    const { items } = (await stream.next()) ?? { items: [] }
    expect(items[1]).not.toHaveProperty('by')
  })

  it('puts a deleted item back where it was', async () => {
    const board = await startBoard()
    for (const title of ['A', 'B', 'C']) await post(board.mcp, addItem(title), run)
    const act = (method: string, path: string, body = {}) =>
      ask(`${board.page}/api/items/${path}`, { method, headers: { ...json, origin: board.page }, body })
    const titles = () => stored(board).items.map((item) => item.title)
    await act('DELETE', 'item-2')
    expect(titles()).toEqual(['A', 'C'])
    expect(
      JSON.parse(
        (await post(board.mcp, rpc('tools/call', { name: 'get_item', arguments: { id: 'item-2' } }))).text,
      ),
    ).toMatchObject({
      result: { isError: true, content: [{ text: 'item-2 was deleted from the board.' }] },
    })
    await act('POST', 'item-2/restore')
    expect(titles()).toEqual(['A', 'B', 'C'])
    await act('PATCH', 'item-3', { column: 'planned', before: 'item-1' })
    expect(titles()).toEqual(['C', 'A', 'B'])
    expect((await act('PATCH', 'item-7', { title: 'x' })).status).toBe(404)
  })
})

describe('the file of the launch board', () => {
  it('holds every item that was answered for, after kill -9 in the middle of many writes', async () => {
    const dir = newFolder()
    const answered = new Set<string>()
    for (const pause of [40, 90, 140]) {
      const board = await startBoard({}, dir)
      const add = async () => {
        for (;;) {
          const answer = await post(board.mcp, addItem(`Item of ${pause}`)).catch(() => null)
          if (answer?.status !== 200) return
          const { result } = JSON.parse(answer.text)
          if (result.isError) return
          answered.add(result.structuredContent.id)
        }
      }
      const storm = Promise.all([add(), add(), add(), add()])
      await new Promise((resolve) => setTimeout(resolve, pause))
      await board.stop('SIGKILL')
      await storm
      const ids = stored(board).items.map((item) => item.id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toEqual(expect.arrayContaining([...answered]))
    }
    expect(answered.size).toBeGreaterThan(3)
    await startBoard({}, dir)
    expect(readdirSync(dir)).toEqual(['board.json'])
  })

  it('is kept aside when it cannot be read, and both the page and the agent are told', async () => {
    const dir = newFolder()
    const half = '{"version":1,"items":[{"id":"item-1","ti'
    writeFileSync(join(dir, 'board.json'), half)
    const board = await startBoard({}, dir)
    const aside = readdirSync(dir).find((name) => name.startsWith('board.broken-')) ?? ''
    expect(readFileSync(join(dir, aside), 'utf8')).toBe(half)
    expect(await (await openStream(board)).next()).toMatchObject({
      items: [],
      notice: { kind: 'broken', file: aside, kept: 0 },
    })
    const { value } = await (await clientOf(board)).call('list_items')
    expect(value.notice).toContain(aside)
    await board.stop('SIGTERM')
    expect((await (await openStream(await startBoard({}, dir))).next())?.notice).toMatchObject({
      file: aside,
    })
  })

  it('gives back the items that are whole when only some are not, and never an id twice', async () => {
    const dir = newFolder()
    const first = await startBoard({}, dir)
    for (const title of ['A', 'B']) await post(first.mcp, addItem(title))
    await first.stop('SIGTERM')
    const [whole] = stored(first).items
    writeFileSync(
      first.file,
      JSON.stringify({ version: 1, nextId: 3, items: [whole, { id: 'item-2', title: 7 }] }),
    )
    const { call } = await clientOf(await startBoard({}, dir))
    expect((await call('list_items')).value).toMatchObject({ items: [{ title: 'A' }] })
    expect((await call('add_item', { title: 'C' })).value.id).toBe('item-3')
  })

  it('is left alone when a newer board wrote it', async () => {
    const dir = newFolder()
    writeFileSync(join(dir, 'board.json'), '{"version":2,"items":[]}')
    const child = spawn(process.execPath, [join(app, 'server.mjs')], {
      env: { PORT: '0', DATA_DIR: dir },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [[said], [code]] = await Promise.all([once(child.stderr, 'data'), once(child, 'exit')])
    expect(String(said)).toContain('was written by a newer launch board')
    expect(code).toBe(1)
    expect(readdirSync(dir)).toEqual(['board.json'])
  })

  it('is complete after SIGTERM, which ends open pages and exits with 0', async () => {
    const board = await startBoard()
    const stream = await openStream(board)
    await stream.next()
    const answers = Promise.all(
      Array.from({ length: 20 }, (_, at) => post(board.mcp, addItem(`Item ${at}`)).catch(() => null)),
    )
    await stream.next()
    expect(await board.stop('SIGTERM')).toBe(0)
    const kept = (await answers).filter((answer) => answer?.status === 200).length
    expect(stored(board).items.length).toBeGreaterThanOrEqual(Math.max(kept, 1))
  })
})

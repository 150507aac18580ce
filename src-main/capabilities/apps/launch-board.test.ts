import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import {
  addItem,
  ask,
  clientOf,
  type Item,
  post,
  rpc,
  run,
  startBoard,
  stored,
} from './launch-board.fixture.ts'

describe('the MCP endpoint of the launch board', () => {
  it('is understood by the official client: six tools with schemas and hints, results with structured content', async () => {
    const { tools, call, client } = await clientOf(await startBoard())
    expect(client.getServerVersion()).toMatchObject({ name: 'launch-board' })
    expect(tools.map((tool) => tool.name)).toEqual([
      'add_item',
      'move_item',
      'update_item',
      'list_items',
      'get_item',
      'link_output',
    ])
    for (const tool of tools) {
      expect(tool.outputSchema).toBeDefined()
      expect(tool.annotations?.readOnlyHint).toBe(['list_items', 'get_item'].includes(tool.name))
      expect(tool.annotations?.openWorldHint).toBe(false)
    }
    const { value: item } = await call('add_item', { title: ' Press\n note ', note: 'One page.', due: '+0d' })
    expect(item).toMatchObject({ id: 'item-1', title: 'Press note', column: 'planned', links: [] })
    expect(item.due).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    await call('move_item', { id: 'item-1', column: 'doing' })
    await call('update_item', { id: 'item-1', note: '', due: '' })
    await call('link_output', { id: 'item-1', title: 'Brief', outputId: 'out-1' })
    await call('link_output', { id: 'item-1', title: 'Launch brief', outputId: 'out-1' })
    const { value: list } = await call('list_items', { column: 'doing' })
    expect(list.counts).toEqual({ planned: 0, doing: 1, done: 0 })
    expect(list.items).toMatchObject([
      { title: 'Press note', note: '', links: [{ title: 'Launch brief', outputId: 'out-1' }] },
    ])
    expect((list.items as Item[])[0]).not.toHaveProperty('due')
  })

  it('explains bad input in a result that the agent can act on, and changes nothing', async () => {
    const board = await startBoard()
    const { call, client } = await clientOf(board)
    await call('add_item', { title: 'Only' })
    const before = stored(board)
    for (const [name, args, words] of [
      ['add_item', {}, 'title: missing'],
      ['add_item', { title: '  ' }, 'title: must not be empty'],
      ['add_item', { title: 'x', colum: 'done' }, 'colum: unknown. Known: title, note, column, due'],
      ['add_item', { title: 'x', column: 'later' }, 'column: must be one of planned, doing, done'],
      ['add_item', { title: 'x', due: '2026-02-30' }, 'is not a date'],
      ['add_item', { title: 'x', due: 'Friday' }, 'due: A date as YYYY-MM-DD'],
      ['add_item', { title: 'x'.repeat(201) }, 'at most 200 characters'],
      ['move_item', { id: 'item-9', column: 'done' }, 'There is no item item-9'],
      ['link_output', { id: 'item-1', title: 'x' }, 'Give outputId, path or both'],
      ['link_output', { id: 'item-1', title: 'x', path: '../x' }, 'must lie in the workspace'],
    ] as const) {
      expect((await call(name, args)).error).toContain(words)
    }
    expect(stored(board)).toEqual(before)
    await expect(client.callTool({ name: 'drop_board' })).rejects.toThrow('Unknown tool: drop_board')
    expect(JSON.parse((await post(board.mcp, rpc('resources/list'))).text)).toMatchObject({
      error: { code: -32601 },
    })
  })

  it('writes down which run added an item and which changed it, and leaves out headers of another shape', async () => {
    const board = await startBoard()
    const { call } = await clientOf(board, run)
    const other = await clientOf(board, { 'x-signalbox-run': 'run-2', 'x-signalbox-session': '<b>' })
    expect((await call('add_item', { title: 'One' })).value.by).toEqual({
      workspaceId: 'ws-1',
      sessionId: 'ses-1',
      runId: 'run-1',
    })
    const { value } = await other.call('move_item', { id: 'item-1', column: 'done' })
    expect(value).toMatchObject({ by: { runId: 'run-1' }, changedBy: { runId: 'run-2' } })
    expect(value.changedBy).not.toHaveProperty('sessionId')
  })

  it('keeps to streamable HTTP: 405 for GET, 202 for what needs no answer, 400 for what it cannot read', async () => {
    const { mcp } = await startBoard()
    expect(await ask(mcp)).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    const { id, ...notification } = rpc('notifications/initialized')
    expect(await post(mcp, notification)).toMatchObject({ status: 202, text: '' })
    expect(await post(mcp, '{"jsonrpc"')).toMatchObject({ status: 400 })
    expect(await post(mcp, rpc('ping'), { 'mcp-protocol-version': '1999-01-01' })).toMatchObject({
      status: 400,
    })
    expect(await post(mcp, { pad: 'x'.repeat(300_000) })).toMatchObject({ status: 413 })
    const batch = await post(mcp, [notification, rpc('ping')])
    expect(JSON.parse(batch.text)).toEqual([{ jsonrpc: '2.0', id, result: {} }])
    const negotiated = async (protocolVersion: string) =>
      JSON.parse((await post(mcp, rpc('initialize', { protocolVersion }))).text).result.protocolVersion
    expect(await negotiated('2025-03-26')).toBe('2025-03-26')
    expect(await negotiated('2099-01-01')).toBe('2025-11-25')
  })

  it('has a port of its own when MCP_PORT is another than PORT, and the page is not there', async () => {
    const taken = await startBoard()
    await taken.stop('SIGTERM')
    const board = await startBoard({ PORT: String(taken.port), MCP_PORT: '0' })
    expect(new URL(board.mcp).port).not.toBe(String(board.port))
    await (await clientOf(board)).call('add_item', { title: 'One' })
    expect((await ask(`${board.page}/mcp`)).status).toBe(404)
    expect((await ask(new URL('/', board.mcp).href)).status).toBe(404)
    expect((await ask(new URL('/health', board.mcp).href)).text).toContain('"status":"ok"')
    expect((await ask(`${board.page}/health`)).text).toContain('"items":1')
  })
})

describe('the door of the launch board', () => {
  it('lets nobody in without the token of this launch, but for /health', async () => {
    const board = await startBoard({ APP_TOKEN: 'right' })
    expect((await ask(`${board.page}/health`)).status).toBe(200)
    for (const path of ['/', '/app.js', '/api/events', '/nothing', '/?token=wrong']) {
      expect((await ask(board.page + path)).status, path).toBe(403)
    }
    expect((await post(board.mcp, rpc('ping'))).status).toBe(403)
    expect((await post(board.mcp, rpc('ping'), { authorization: 'Bearer wrong' })).status).toBe(403)
    const { call } = await clientOf(board, { authorization: 'Bearer right' })
    expect((await call('add_item', { title: 'One' })).error).toBeUndefined()
  })

  it('trades the token in the address for a cookie that opens the page but not the endpoint', async () => {
    const board = await startBoard({ APP_TOKEN: 'right' })
    const entry = await ask(`${board.page}/?token=right&theme=dark`)
    expect(entry).toMatchObject({ status: 303, headers: { location: '/?theme=dark' } })
    const [given = ''] = entry.headers['set-cookie'] ?? []
    expect(given).toContain('; HttpOnly; SameSite=Strict; Path=/')
    expect(given).not.toContain('right')
    const cookie = given.split(';')[0] ?? ''
    expect((await ask(`${board.page}/?theme=dark`, { headers: { cookie } })).text).toContain(
      '<html data-theme="dark"',
    )
    expect((await post(board.mcp, rpc('ping'), { cookie })).status).toBe(403)
    const origin = board.page
    expect((await post(`${board.page}/api/items`, { title: 'By hand' }, { cookie, origin })).status).toBe(200)
  })

  it('answers 403 to another Host, another Origin, a null one, none on a change, plain text and a WebSocket', async () => {
    const board = await startBoard()
    const items = `${board.page}/api/items`
    const origin = board.page
    expect((await ask(`${board.page}/`, { headers: { host: 'board.example' } })).status).toBe(403)
    expect((await ask(`${board.page}/`, { headers: { host: '127.0.0.1:1' } })).status).toBe(403)
    for (const foreign of [
      'http://board.example',
      'null',
      `https://127.0.0.1:${board.port}`,
      'http://127.0.0.1:1',
    ]) {
      expect((await post(items, { title: 'x' }, { origin: foreign })).status, foreign).toBe(403)
      expect((await post(board.mcp, addItem('x'), { origin: foreign })).status, foreign).toBe(403)
    }
    expect((await post(items, { title: 'x' })).status).toBe(403)
    expect((await post(items, '{"title":"x"}', { origin, 'content-type': 'text/plain' })).status).toBe(403)
    expect((await post(board.mcp, addItem('x'), { 'content-type': 'text/plain' })).status).toBe(403)
    expect((await post(items, { title: 'x' }, { origin, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'eA==',
    }
    expect((await ask(board.mcp, { headers: upgrade })).status).toBe(403)
    expect(existsSync(board.file)).toBe(false)
    expect((await post(items, { title: 'x' }, { origin })).status).toBe(200)
  })

  it('listens on 127.0.0.1 only', async () => {
    const { port } = await startBoard()
    const others = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
    for (const { address } of others.filter(
      (one) => one.address !== '127.0.0.1' && !one.address.startsWith('fe80'),
    )) {
      const socket = connect({ host: address, port })
      const [error] = await once(socket, 'error')
      expect(String(error)).toContain('ECONNREFUSED')
    }
  })
})

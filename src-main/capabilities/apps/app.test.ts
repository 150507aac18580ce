import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callContext, isAlive, tempFolder, toyApp, until } from '../fixtures/bench.ts'
import type { App } from './app.ts'

let place: ReturnType<typeof tempFolder>
let app: App | null = null
beforeEach(() => {
  place = tempFolder()
})
afterEach(async () => {
  await app?.stop()
  place.remove()
})
const make = (...args: Parameters<typeof toyApp> extends [string, ...infer Rest] ? Rest : never) => {
  const made = toyApp(place.folder, ...args)
  app = made.app
  return made
}

describe('a managed app', () => {
  it('goes through its states to ready, with its own data folder, and stops without a trace', async () => {
    const { app, statuses } = make('')
    await app.start()
    expect([...new Set(statuses.map((status) => status.state))]).toEqual(['starting', 'ready'])
    expect(existsSync(path.join(place.folder, '.signalbox/apps/toy/data'))).toBe(true)
    const pid = app.current.pid as number
    await app.stop()
    expect(app.current).toMatchObject({ state: 'off', pid: null, port: null })
    expect(isAlive(pid)).toBe(false)
  })

  it('gets only what it declares: no variable of ours is in its environment', async () => {
    process.env.SIGNALBOX_CANARY = 'canary'
    const { app } = make('', { envContract: ['NEEDED'] }, { NEEDED: 'yes' })
    await app.start()
    delete process.env.SIGNALBOX_CANARY
    expect(app.log()).toContain('NEEDED')
    expect(app.log()).not.toMatch(/CANARY|ELECTRON|VITEST|npm_/)
  })

  it('keeps its ports from one start to the next', async () => {
    const { app } = make('')
    await app.start()
    const { port } = app.current
    await app.stop()
    await app.start()
    expect(app.current.port).toBe(port)
  })

  it('is told which run calls', async () => {
    const { app } = make('')
    const { workspaceId, sessionId, runId } = callContext()
    const found = await app.connect({ workspaceId, sessionId, runId, title: 'Überschrift' })
    if (!('tools' in found)) throw new Error(found.detail)
    const answer = await found.tools[0]?.call({ text: 'run' }, callContext())
    expect(answer).toMatchObject({ ok: true, text: runId })
    await found.close()
  })

  it('says what is missing when a variable of its contract is not set, and starts nothing', async () => {
    const { app } = make('', { envContract: ['NEEDED'] })
    await expect(app.start()).rejects.toThrow(/NEEDED/)
    expect(app.current).toMatchObject({ state: 'failed', pid: null })
  })

  it('that ends before it is ready fails with its code and its last words', async () => {
    const { app } = make('leave')
    await expect(app.start()).rejects.toThrow(/code 5.*toy app/)
    expect(app.current.state).toBe('failed')
  })

  it('that never gets healthy fails after its own time, and is gone', async () => {
    const { app, statuses } = make('sick', {
      health: { path: '/health', timeoutMs: 500, intervalMs: 100, target: 'mcp' },
    })
    await expect(app.start()).rejects.toThrow(/did not answer/)
    const pid = statuses.find((status) => status.pid !== null)?.pid as number
    await until(() => !isAlive(pid))
  })

  it('whose setup fails is not started', async () => {
    const { app, statuses } = make('', { setup: 'echo cannot build; exit 4' })
    await expect(app.start()).rejects.toThrow(/setup.*code 4.*cannot build/)
    expect(statuses.map((status) => status.state)).not.toContain('starting')
  })

  it('that ends by itself is started again', async () => {
    const { app } = make('')
    await app.start()
    const first = app.current.pid
    await fetch(`http://127.0.0.1:${app.current.port}/leave`).catch(() => {})
    await until(() => app.current.state === 'unhealthy')
    await until(() => app.current.state === 'ready')
    expect(app.current.pid).not.toBe(first)
  })

  it('can be stopped while it is still starting', async () => {
    const { app, statuses } = make('sick')
    const starting = app.start().catch(() => {})
    await until(() => app.current.pid !== null)
    await app.stop()
    await starting
    expect(app.current.state).toBe('off')
    expect(isAlive(statuses.find((status) => status.pid !== null)?.pid as number)).toBe(false)
  })
})

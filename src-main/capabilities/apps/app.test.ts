import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callContext, isAlive, quiet, tempFolder, toyApp, until } from '../fixtures/bench.ts'
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
    const found = await app.hold({ workspaceId, sessionId, runId, title: 'Überschrift' }, quiet)
    if (!('tools' in found)) throw new Error(found.detail)
    const answer = await found.tools[0]?.call({ text: 'run' }, callContext())
    expect(answer).toMatchObject({ ok: true, text: runId })
    await found.release()
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

  it.each([0, 5, 20, 60])('stopped %i ms after its start is off and gone', async (ms) => {
    const { app, kept } = make('')
    const starting = app.start().catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, ms))
    await app.stop()
    await starting
    expect(app.current.state).toBe('off')
    await new Promise((resolve) => setTimeout(resolve, 300))
    const answered = await fetch(`http://127.0.0.1:${kept.get('page')}/health`).then(
      () => true,
      () => false,
    )
    expect(answered).toBe(false)
  })

  it('that was started again is reached by a run that held it before, and the run is told', async () => {
    const { app } = make('')
    const told: string[] = []
    const { workspaceId, sessionId, runId } = callContext()
    const held = await app.hold(
      { workspaceId, sessionId, runId, title: 't' },
      { onLost: () => told.push('lost'), onBack: () => told.push('back') },
    )
    if (!('tools' in held)) throw new Error(held.detail)
    process.kill(-(app.current.pid as number), 'SIGKILL')
    await until(() => told.includes('back'))
    expect(await held.tools[0]?.call({ text: 'again' }, callContext())).toMatchObject({
      ok: true,
      text: 'again',
    })
    expect(told).toEqual(['lost', 'back'])
    await app.stop()
    expect(await held.tools[0]?.call({ text: 'x' }, callContext())).toMatchObject({
      ok: false,
      fault: { code: 'app_not_running' },
    })
    await held.release()
  })

  it.each(['//127.0.0.1:9/x', '/\\127.0.0.1:9/x', 'http://127.0.0.1:9/', 'javascript:1'])(
    'gives its token to no other place: the route %s is refused',
    async (route) => {
      const { app } = make('')
      await app.start()
      await expect(app.pageUrl(route)).rejects.toThrow(/leads out/)
    },
  )

  it('starts beside others of its workspace, each with ports of its own', async () => {
    const taken = new Set<number>()
    const made = [0, 1, 2].map(() => make('', {}, {}, taken))
    const ports = new Map<string, number>()
    await Promise.all(made.map(({ app }) => app.start()))
    for (const [index, { app, kept }] of made.entries()) {
      for (const [role, port] of kept) ports.set(`${index}${role}`, port)
      expect(app.current.state).toBe('ready')
    }
    expect(new Set(ports.values()).size).toBe(6)
    await Promise.all(made.map(({ app }) => app.stop()))
  })
})

describe('an app that is not what was trusted', () => {
  const asked = (answers: (string | null)[]) => {
    const times: number[] = []
    return { times, mayStart: async () => answers[Math.min(times.push(0), answers.length) - 1] ?? null }
  }

  it('is not started, not even its setup, and says why', async () => {
    const { app, statuses } = make(
      '',
      { setup: 'touch was-set-up' },
      {},
      undefined,
      asked(['changed: a.mjs']),
    )
    await expect(app.start()).rejects.toThrow('changed: a.mjs')
    expect(app.current).toMatchObject({ state: 'changed', detail: 'changed: a.mjs', pid: null })
    expect(statuses.every(({ pid }) => pid === null)).toBe(true)
    expect(existsSync(path.join(place.folder, 'was-set-up'))).toBe(false)
    expect(await app.hold({ ...callContext(), title: 't' }, quiet)).toEqual({
      reason: 'changed',
      detail: 'changed: a.mjs',
    })
  })

  it('is asked about before each of its processes, and told between that the setup is done', async () => {
    const order: string[] = []
    const { app } = make('', { setup: 'true' }, {}, undefined, {
      mayStart: async () => {
        order.push('may it')
        return null
      },
      setupDone: async () => void order.push('set up'),
    })
    await app.start()
    expect(order).toEqual(['may it', 'set up', 'may it'])
  })

  it('is not started when its setup made something else of it', async () => {
    const { app } = make('', { setup: 'true' }, {}, undefined, asked([null, 'changed: b.mjs']))
    await expect(app.start()).rejects.toThrow('changed: b.mjs')
    expect(app.current.pid).toBeNull()
  })

  it('is not started again after it died, and whoever holds it is told so', async () => {
    const told: string[] = []
    const { app } = make('', {}, {}, undefined, asked([null, 'changed: c.mjs']))
    const holder = { onLost: ({ reason }: { reason: string }) => void told.push(reason), onBack: () => {} }
    const held = await app.hold({ ...callContext(), title: 't' }, holder)
    if (!('tools' in held)) throw new Error(held.detail)
    await fetch(`http://127.0.0.1:${app.current.port}/leave`).catch(() => {})
    await until(() => app.current.state === 'changed')
    expect(told).toEqual(['app_not_running', 'changed'])
    expect(await held.tools[0]?.call({ text: 'x' }, callContext())).toMatchObject({
      ok: false,
      fault: { code: 'changed' },
    })
    await held.release()
  })
})

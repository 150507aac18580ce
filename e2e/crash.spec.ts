import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { launch } from './launch.ts'
import { alive, descendantsOf, headless, send } from './support/desk.ts'

test('kill -9 in the middle of a run: nothing is lost, the run is interrupted, and nobody is left behind', async () => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'signalbox-crash-'))
  const first = await launch({ home })
  const run = first.page.getByRole('complementary', { name: 'Run' })
  await send(first.page)
  await expect(run.getByText('The board holds', { exact: false })).toBeVisible({ timeout: 20_000 })
  const before = await recorded(first.page)
  expect(before.length).toBeGreaterThan(8)
  const pid = first.app.process().pid as number
  const children = descendantsOf(pid)
  expect(children.length).toBeGreaterThan(4)
  first.app.process().kill('SIGKILL')

  await test.step('every process that it had started is gone soon after', async () => {
    await expect.poll(() => alive(children), { timeout: 15_000 }).toEqual([])
  })

  const second = await launch({ home })
  const again = second.page.getByRole('complementary', { name: 'Run' })
  await expect(again.getByText('Interrupted').first()).toBeVisible()
  await expect(again.getByText('I start with the brief', { exact: false })).toBeVisible()
  const after = await recorded(second.page)
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.at(-1)).toContain('run.interrupted')

  await test.step('beside the open window the headless command reads, and refuses to write with exit code 75', async () => {
    const folder = path.join(home, 'Signalbox', 'product-launch')
    const busy = await headless(second.dataDir, [
      'run',
      folder,
      '--instruction',
      'x',
      '--harness',
      'rehearsal',
      '--trust',
    ])
    expect(busy).toMatchObject({ code: 75, error: expect.stringContaining('Another Signalbox') })
    const compiled = await headless(second.dataDir, ['compile', folder, '--json'])
    expect(compiled.code).toBe(0)
  })
  await second.close()
  await rm(home, { recursive: true, force: true })
})

test('a second start brings the first window to the front and ends', async () => {
  const desk = await launch()
  const child = desk.app.process()
  const [command = '', ...args] = child.spawnargs
  const second = spawn(
    command,
    args.filter(
      (argument) => !argument.startsWith('--inspect') && !argument.startsWith('--remote-debugging'),
    ),
    {
      env: { ...process.env, HOME: desk.home, SIGNALBOX_HOME: desk.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  second.stderr.on('data', (text) => {
    said += text
  })
  const code = await new Promise((resolve) => second.on('close', resolve))
  expect(code).toBe(0)
  expect(said).toContain('open already')
  await expect(desk.page.getByRole('textbox', { name: 'Instruction' })).toBeVisible()
  await desk.close()
})

/** The log of the newest session, an event a line, as the window gets it through its own bridge. */
function recorded(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    type Call = (name: string, input: unknown) => Promise<{ value: never }>
    const { call } = (window as unknown as { operator: { call: Call } }).operator
    const [workspace] = (await call('workspaces.list', {})).value as { id: string }[]
    const [session] = (await call('sessions.list', { workspaceId: workspace?.id })).value as { id: string }[]
    const stream = { kind: 'session', id: session?.id }
    const page = (await call('streams.since', { stream, seq: 0, limit: 1000 })).value as {
      envelopes: unknown[]
    }
    return page.envelopes.map((envelope) => JSON.stringify(envelope))
  })
}

import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { launch, surfacePage } from './launch.ts'
import { activitySeqs, runEnds, send } from './support/desk.ts'

test('the first run: sample, rehearsal, live events, board, output, and all of it again after a restart', async () => {
  test.setTimeout(120_000)
  const home = await mkdtemp(path.join(os.tmpdir(), 'signalbox-first-'))
  const first = await launch({ home })
  const { page } = first
  const run = page.getByRole('complementary', { name: 'Run' })
  await expect(
    page.getByRole('navigation', { name: 'Workspaces and sessions' }).getByText('Product launch'),
  ).toBeVisible()
  await expect(page.getByRole('treeitem', { name: 'AGENTS.md' })).toBeVisible()
  await expect(run.getByText('rehearsal: no AI').first()).toBeVisible()

  await test.step('events arrive in order while it runs', async () => {
    await send(page)
    await expect(run.getByText(/Running/).first()).toBeVisible({ timeout: 20_000 })
    await expect(run.getByText('I start with the brief', { exact: false })).toBeVisible({ timeout: 20_000 })
    const early = await activitySeqs(page)
    await runEnds(page, /^Done in/)
    const late = await activitySeqs(page)
    for (const seqs of [early, late]) expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
    expect(Math.max(...late)).toBeGreaterThan(Math.max(...early))
  })

  await test.step('the board shows the new items in its own surface', async () => {
    const board = await surfacePage(first.app, 'http://127.0.0.1:')
    for (const title of ['Changelog page', 'Press note', 'Install page'])
      await expect(board.getByText(title, { exact: true }).first()).toBeVisible()
  })

  await test.step('the output reopens in the board, at its item', async () => {
    await page
      .getByRole('list', { name: 'Outputs of the workspace' })
      .getByRole('button', { name: /^Launch brief/ })
      .click()
    const board = await surfacePage(first.app, 'http://127.0.0.1:')
    await expect.poll(() => board.url()).toMatch(/#\/item\/item-2$/)
    await expect(board.getByText('Done when it is one page', { exact: false }).first()).toBeVisible()
  })
  await first.close()

  const second = await launch({ home })
  await test.step('after a restart everything is still there, and the output starts the app again', async () => {
    await expect(
      second.page.getByRole('log', { name: 'Transcript' }).getByText('On the board:'),
    ).toBeVisible()
    await second.page
      .getByRole('list', { name: 'Outputs of the workspace' })
      .getByRole('button', { name: /^Launch brief/ })
      .click()
    const board = await surfacePage(second.app, 'http://127.0.0.1:')
    await expect.poll(() => board.url()).toMatch(/#\/item\/item-2$/)
    await expect(board.getByText('Install page', { exact: true }).first()).toBeVisible()
  })
  await second.close()
  await rm(home, { recursive: true, force: true })
})

test('Stop is acknowledged, confirmed, and the session goes on', async () => {
  const desk = await launch()
  const run = desk.page.getByRole('complementary', { name: 'Run' })
  await send(desk.page)
  await expect(run.getByText('I start with the brief', { exact: false })).toBeVisible({ timeout: 20_000 })
  await run.getByRole('button', { name: 'Stop' }).click()
  await expect(run.getByText(/^Stopped/).last()).toBeVisible({ timeout: 10_000 })
  await send(desk.page, 'And once more.')
  await runEnds(desk.page, /^Done in/)
  await desk.close()
})

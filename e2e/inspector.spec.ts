import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { launch } from './launch.ts'
import { runEnds, send } from './support/desk.ts'

const inspectorOf = (page: Page) => page.getByRole('region', { name: 'Inspector' })

test('after the rehearsal the inspector shows what the run was given, and after an edit what changed', async () => {
  const desk = await launch()
  const { page } = desk
  const inspector = inspectorOf(page)
  await send(page)
  await runEnds(page, /^Done in/)

  await test.step('the package hash of the run opens it', async () => {
    await page.getByRole('button', { name: /^Inspect package/ }).click()
    await expect(inspector.getByRole('tab', { name: /^Prompt/ })).toHaveAttribute('data-state', 'active')
    await expect(inspector.getByRole('list', { name: 'Stage timings' })).toContainText('prepare')
  })

  await test.step('AGENTS.md is a section, with its origin', async () => {
    await expect(inspector.getByRole('button', { name: 'Open AGENTS.md:1' })).toBeVisible()
    await inspector.getByRole('button', { name: /^Workspace policy/ }).click()
    await expect(inspector.getByRole('region', { name: 'Workspace policy' })).toContainText(
      'Preparing a launch',
    )
  })

  await test.step('the board can be called, files cannot be written, and the reason is said', async () => {
    await inspector.getByRole('tab', { name: /^Tools/ }).click()
    await expect(inspector.getByRole('button', { name: 'launch-board.add_item', exact: true })).toBeVisible()
    await expect(inspector.getByRole('region', { name: 'Session kind' })).toContainText('file_write')
    await inspector.getByRole('searchbox', { name: 'Why can’t it call…' }).fill('file_write')
    await expect(
      inspector.getByText('It cannot call file_write: sessions of this kind do not get it', { exact: false }),
    ).toBeVisible()
  })

  await test.step('an edit is for the next run', async () => {
    await appendFile(
      path.join(desk.home, 'Signalbox', 'product-launch', 'AGENTS.md'),
      '\nSay "harbour" once.\n',
    )
    await inspector.getByRole('tab', { name: /^Files/ }).click()
    await expect(inspector.getByText('changed since this run')).toBeVisible({ timeout: 10_000 })
    await expect(inspector.getByText('the next run gets the change', { exact: false })).toBeVisible()
  })

  await test.step('the next run is compared with it: the file, then the line', async () => {
    await send(page, 'Once more.')
    await expect(
      page
        .getByRole('complementary', { name: 'Run' })
        .getByText(/^Running/)
        .first(),
    ).toBeVisible({ timeout: 20_000 })
    await inspector.getByRole('tab', { name: 'Compare' }).click()
    await expect(inspector.getByText('AGENTS.md changed', { exact: true })).toBeVisible({ timeout: 20_000 })
    await expect(
      inspector
        .getByRole('region', { name: 'Workspace policy' })
        .locator('ins', { hasText: 'Say "harbour" once.' }),
    ).toBeVisible()
  })
  await desk.close()
})

test('the inspector opens by its keys, and says that there is no run before the first one', async () => {
  const desk = await launch()
  await expect(desk.page.getByRole('textbox', { name: 'Instruction' })).toBeVisible()
  await expect(desk.page.getByRole('tab', { name: 'Inspector' })).toBeVisible()
  await desk.page.keyboard.press('Control+5')
  await expect(inspectorOf(desk.page).getByText('No run to inspect')).toBeVisible()
  await desk.close()
})

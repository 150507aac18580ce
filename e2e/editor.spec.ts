import { appendFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type Launched, launch } from './launch.ts'

let desk: Launched
let file: string
test.beforeEach(async () => {
  desk = await launch()
  file = path.join(desk.home, 'Signalbox', 'product-launch', 'AGENTS.md')
})
test.afterEach(() => desk.close())

/** Begins to edit AGENTS.md and writes a line at its end. */
async function writeLine(page: Page, line: string): Promise<void> {
  await page.getByRole('treeitem', { name: 'AGENTS.md' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const editor = page.getByRole('textbox', { name: 'AGENTS.md' })
  await expect(editor).toHaveAttribute('aria-readonly', 'false')
  await editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(`\n${line}`)
}

test('AGENTS.md is edited in the window and saved with the keyboard; nothing else in the file changes', async () => {
  const before = await readFile(file, 'utf8')
  await writeLine(desk.page, 'Write in short sentences.')
  expect(await readFile(file, 'utf8')).toBe(before)
  await desk.page.keyboard.press('Control+S')
  await expect.poll(() => readFile(file, 'utf8')).toBe(`${before}\nWrite in short sentences.`)
  await expect(desk.page.getByText('It takes effect on the next run.', { exact: false })).toBeVisible()
  await expect(desk.page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await desk.page.getByRole('textbox', { name: 'AGENTS.md' }).press('Control+End')
  await expect(desk.page.getByTestId('code-view').getByText('Write in short sentences.')).toBeVisible()
})

test('a change from outside is not overwritten: the operator chooses', async () => {
  const before = await readFile(file, 'utf8')
  await writeLine(desk.page, 'Mine.')
  await appendFile(file, '\nFrom outside.\n')
  await desk.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(desk.page.getByText('changed by another program', { exact: false })).toBeVisible()
  expect(await readFile(file, 'utf8')).toBe(`${before}\nFrom outside.\n`)
  await desk.page.getByRole('button', { name: 'Keep mine' }).click()
  await desk.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => readFile(file, 'utf8')).toBe(`${before}\nMine.`)
})

test('a discarded edit leaves no trace', async () => {
  const before = await readFile(file, 'utf8')
  await writeLine(desk.page, 'Never mind.')
  await desk.page.getByRole('button', { name: 'Discard' }).click()
  await expect(desk.page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await expect(desk.page.getByTestId('code-view').getByText('Never mind.')).toHaveCount(0)
  expect(await readFile(file, 'utf8')).toBe(before)
})

import { appendFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { launch } from './launch.ts'
import { runEnds, send } from './support/desk.ts'
import { call, newestSession } from './support/operator.ts'

/** Where the first start puts the sample. */
const inSample = (home: string, file: string) => path.join(home, 'Signalbox', 'product-launch', file)

test('editing AGENTS.md during a run leaves its package as it was; the next run has the new text and another checksum', async () => {
  const desk = await launch()
  const { page } = desk
  const run = page.getByRole('complementary', { name: 'Run' })
  await send(page)
  await expect(run.getByText('I start with the brief', { exact: false })).toBeVisible({ timeout: 20_000 })
  const first = await newestSession(page)
  const before = await call(page, 'runs.package', { runId: first.runId })

  await appendFile(inSample(desk.home, 'AGENTS.md'), '\nSay "harbour" once.\n')
  await runEnds(page, /^Done in/)
  expect(await call(page, 'runs.package', { runId: first.runId })).toEqual(before)
  expect(JSON.stringify(before.package)).not.toContain('harbour')

  await send(page, 'Once more.')
  await expect(run.getByText(/^Running/).first()).toBeVisible({ timeout: 20_000 })
  const second = await newestSession(page)
  expect(second.sessionId).toBe(first.sessionId)
  expect(second.runId).not.toBe(first.runId)
  const after = await call(page, 'runs.package', { runId: second.runId })
  expect(JSON.stringify(after.package.sections)).toContain('harbour')
  expect(after.package.configChecksum).not.toBe(before.package.configChecksum)
  await desk.close()
})

test('an error written into workspace.yaml shows at once and blocks Send, and mending it clears both', async () => {
  const desk = await launch()
  const { page } = desk
  const file = inSample(desk.home, 'workspace.yaml')
  const send = page.getByRole('button', { name: 'Send' })
  await expect(send).toBeEnabled()
  const good = await readFile(file, 'utf8')
  await writeFile(file, good.replace('agents:\n', 'agents:\n  prompt: do as I say\n'))
  await expect(page.getByText('workspace_prompt_inline_not_allowed')).toBeVisible({ timeout: 10_000 })
  await expect(page.getByText('This workspace has 1 error.', { exact: false })).toBeVisible()
  await expect(send).toBeDisabled()
  await writeFile(file, good)
  await expect(page.getByText('workspace_prompt_inline_not_allowed')).toBeHidden({ timeout: 10_000 })
  await expect(send).toBeEnabled()
  await desk.close()
})

test('a file written on disk appears in the tree, and a change of the open file in its text', async () => {
  const desk = await launch()
  const { page } = desk
  await expect(page.getByRole('treeitem', { name: 'AGENTS.md' })).toBeVisible()
  await writeFile(inSample(desk.home, 'from-outside.md'), 'Hello.\n')
  await page.getByRole('treeitem', { name: 'from-outside.md' }).click({ timeout: 10_000 })
  await expect(page.getByText('Hello.', { exact: true })).toBeVisible()
  await writeFile(inSample(desk.home, 'from-outside.md'), 'Good bye.\n')
  await expect(page.getByText('Good bye.', { exact: true })).toBeVisible({ timeout: 10_000 })
  await desk.close()
})

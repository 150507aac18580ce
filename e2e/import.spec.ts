import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { ModelServer, script } from '../src-main/harness/testing.ts'
import { launch } from './launch.ts'
import { chooseModel, root, runEnds, send, writeWorkspace } from './support/desk.ts'
import { newestPackage } from './support/operator.ts'

const everything = path.join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')

let model: ModelServer
test.beforeAll(async () => {
  model = await ModelServer.start()
})
test.afterAll(() => model.stop())

test('a folder of another product: nothing is taken over by itself, then what was ticked, and a run calls the imported server', async () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'signalbox-import-'))
  const folder = writeWorkspace(path.join(home, 'harbour'), {
    'CLAUDE.md': '# Harbour\n\nSay where the ships are.\n',
    '.mcp.json': JSON.stringify({
      mcpServers: {
        everything: { command: 'node', args: [everything] },
        other: { command: 'node', args: ['other.js'] },
      },
    }),
    '.claude/skills/tides/SKILL.md':
      '---\nname: tides\ndescription: Reads the tide table\n---\nLook at the table.\n',
  })
  const desk = await launch({ workspace: folder })
  const { page } = desk
  const run = page.getByRole('complementary', { name: 'Run' })
  const screen = page.getByRole('region', { name: 'Import', exact: true })
  const file = path.join(folder, 'workspace.yaml')

  await test.step('the folder is no workspace; what is found in it is listed, and nothing is ticked', async () => {
    await expect(page.getByText('There is no workspace.yaml in this folder.')).toBeVisible()
    await page.getByRole('button', { name: 'Import', exact: true }).first().click()
    await expect(screen.getByText('Take over what other products left here')).toBeVisible()
    await expect(screen.getByText(`node ${everything}`, { exact: true })).toBeVisible()
    const boxes = screen.getByRole('checkbox')
    expect(await boxes.count()).toBeGreaterThanOrEqual(4)
    for (const box of await boxes.all()) await expect(box).not.toBeChecked()
  })

  await test.step('what was ticked is shown as files before anything is written', async () => {
    for (const name of ['CLAUDE.md', 'everything', 'tides'])
      await screen.getByRole('checkbox', { name, exact: true }).check()
    await screen.getByRole('button', { name: 'Show what would be written (3)' }).click()
    await expect(screen.getByText('This would be written')).toBeVisible()
    const config = screen.getByRole('region', { name: 'workspace.yaml', exact: true })
    await expect(config.locator('ins', { hasText: everything })).toBeVisible()
    await expect(config.locator('ins', { hasText: 'other.js' })).toHaveCount(0)
    expect(existsSync(file)).toBe(false)
  })

  await test.step('written, it compiles, and waits for trust', async () => {
    await screen.getByRole('button', { name: /^Write \d files?$/ }).click()
    await expect(screen.getByText('It takes effect on the next run.', { exact: false })).toBeVisible()
    expect(readFileSync(file, 'utf8')).toContain(everything)
    await expect(page.getByText('Opened without running anything.')).toBeVisible()
    await expect(page.getByText(/This workspace has \d+ error/)).toHaveCount(0)
    await run.getByRole('textbox', { name: 'Instruction' }).fill('Say hello.')
    await expect(run.getByRole('button', { name: 'Send' })).toBeDisabled()
    await screen.getByRole('button', { name: 'Review and trust' }).click()
  })

  await test.step('reviewed and trusted, a run calls a tool of the imported server', async () => {
    const trust = page.getByRole('region', { name: 'Trust', exact: true })
    await expect(trust.getByText(`node ${everything}`, { exact: true })).toBeVisible()
    await trust.getByRole('button', { name: /^Trust what is ticked/ }).click()
    await expect(trust.getByText('You trust what is ticked')).toBeVisible()
    await chooseModel(page, model.openAiUrl)
    const steps = [
      { tools: [{ name: 'everything_echo', args: { message: 'high water' } }] },
      { text: 'It answered.' },
    ]
    await send(page, script('Echo.', steps))
    await runEnds(page, /^Done in/)
    await expect(run.getByText('It answered.', { exact: true })).toBeVisible()
    const [, second] = model.requests()
    expect(JSON.stringify(second?.messages)).toContain('Echo: high water')
    const given = JSON.stringify((await newestPackage(page, 'harbour')).sections)
    expect(given).toContain('Say where the ships are.')
    expect(given).toContain('Reads the tide table')
  })
  await desk.close()
  rmSync(home, { recursive: true, force: true })
})

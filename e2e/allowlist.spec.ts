import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { ModelServer, script } from '../src-main/harness/testing.ts'
import { launch } from './launch.ts'
import { chooseModel, root, runEnds, send, writeWorkspace } from './support/desk.ts'
import { mcpServer } from './support/mcp-server.ts'

const everything = path.join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')

const config = `# What the harbour's agent may do.
name: Harbour

agents:
  id: workspace.general
  model: auto # the model chosen in the app

mcp_registry:
  allowlist:
    # Exactly these reach the agent.
    tool_ids:
      - gate.hold # it waits for the harbour master
      - everything.echo # to be taken out
      - everything.get-tiny-image
  servers:
    gate: { type: local, command: [node, servers/gate.mjs], timeout_ms: 60000 }
    everything:
      type: local
      command: [node, ${everything}]
`

let model: ModelServer
test.beforeAll(async () => {
  model = await ModelServer.start()
})
test.afterAll(() => model.stop())

test('the allowlist edited in the window during a run: this run keeps its tools, the next one has exactly the new ones', async () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'signalbox-allowlist-'))
  const folder = writeWorkspace(path.join(home, 'harbour'), {
    'workspace.yaml': config,
    'AGENTS.md': '# Harbour\n\nWait, then answer.\n',
    'servers/gate.mjs': mcpServer(['hold']),
  })
  const file = path.join(folder, 'workspace.yaml')
  const desk = await launch({ workspace: folder, args: ['--trust'] })
  const { page } = desk
  const run = page.getByRole('complementary', { name: 'Run' })
  await chooseModel(page, model.openAiUrl)
  const tool = (id: string) => page.getByRole('checkbox', { name: `Name ${id} in the allowlist` })

  await test.step('a run waits in the middle', async () => {
    await send(page, script('Wait.', [{ tools: [{ name: 'gate_hold' }] }, { text: 'The gate opened.' }]))
    await expect.poll(() => model.requests().length, { timeout: 20_000 }).toBe(1)
    await expect(run.getByText(/^Running/).first()).toBeVisible()
  })

  await test.step('one tool is unticked, another is ticked, and what that writes is seen before it is saved', async () => {
    await page.keyboard.press('Control+6')
    await expect(tool('everything.echo')).toBeChecked()
    await expect(tool('everything.get-sum')).not.toBeChecked()
    await tool('everything.echo').focus()
    await page.keyboard.press('Space')
    for (const next of ['get-annotated-message', 'get-env']) {
      await page.keyboard.press('ArrowDown')
      await expect(tool(`everything.${next}`)).toBeFocused()
    }
    await expect(tool('everything.echo')).not.toBeChecked()
    await tool('everything.get-sum').check()
    const bar = page.getByRole('region', { name: 'Edits to workspace.yaml' })
    await expect(bar.getByText('takes effect next run')).toBeVisible()
    expect(readFileSync(file, 'utf8')).toBe(config)
    await bar.getByRole('button', { name: 'Review and save' }).click()
    const diff = page.getByRole('region', { name: 'What changes in workspace.yaml' })
    await expect(diff.locator('del')).toHaveText(['      - everything.echo # to be taken out'])
    await expect(diff.locator('ins')).toHaveText(['      - everything.get-sum'])
    await bar.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(bar).toBeHidden()
  })

  await test.step('on disk only those lines are others', () => {
    expect(readFileSync(file, 'utf8')).toBe(
      config
        .replace('      - everything.echo # to be taken out\n', '')
        .replace('get-tiny-image\n', 'get-tiny-image\n      - everything.get-sum\n'),
    )
  })

  await test.step('the run that was at work keeps the tools it was given', async () => {
    await expect(run.getByText(/^Running/).first()).toBeVisible()
    writeFileSync(path.join(folder, 'release'), '')
    await runEnds(page, /^Done in/)
    const [first, second] = model.requests()
    expect(first?.tools).toEqual(
      expect.arrayContaining(['gate_hold', 'everything_echo', 'everything_get-tiny-image']),
    )
    expect(second?.tools).toEqual(first?.tools)
  })

  await test.step('the next run has exactly the new ones', async () => {
    await send(page, script('Again.', [{ text: 'Nothing to wait for.' }]))
    await expect.poll(() => model.requests().length, { timeout: 20_000 }).toBe(3)
    await expect(run.getByText('Nothing to wait for.', { exact: true })).toBeVisible()
    const [first, , third] = model.requests()
    const wanted = (first?.tools ?? []).filter((name) => name !== 'everything_echo')
    expect(third?.tools.toSorted()).toEqual([...wanted, 'everything_get-sum'].toSorted())
  })

  await test.step('the comparison names the file that caused it', async () => {
    await page.getByRole('button', { name: /^Inspect package/ }).click()
    const inspector = page.getByRole('region', { name: 'Inspector' })
    await inspector.getByRole('tab', { name: 'Compare' }).click()
    await expect(inspector.getByText('workspace.yaml changed', { exact: true })).toBeVisible({
      timeout: 10_000,
    })
    for (const id of ['everything.echo', 'everything.get-sum'])
      await expect(inspector.getByText(id, { exact: true }).first()).toBeVisible()
  })
  await desk.close()
  rmSync(home, { recursive: true, force: true })
})

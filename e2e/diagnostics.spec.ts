import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { launch } from './launch.ts'
import { headless, writeWorkspace } from './support/desk.ts'

const bad = `agents:
  id: broken.agent
  prompt: do as I say
mcp_registry:
  servers:
    touchy:
      type: local
      command: [sh, -c, "touch pwned"]
      timeout_ms: soon
  allowlist:
    tool_ids: [touchy.a, nobody.b]
`

let home: string
test.beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'signalbox-bad-'))
})
test.afterEach(() => rm(home, { recursive: true, force: true }))

test('a workspace with errors shows each with its line and code, in the window and headless, and nothing starts', async () => {
  const folder = writeWorkspace(path.join(home, 'bad'), { 'workspace.yaml': bad, 'AGENTS.md': 'Be kind.\n' })
  const desk = await launch({ workspace: folder, args: ['--trust'] })
  const { page } = desk
  await page.getByRole('navigation').getByRole('button', { name: /^bad/ }).first().click()
  for (const [code, line] of [
    ['workspace_prompt_inline_not_allowed', 3],
    ['workspace_mcp_server_unknown', 9],
    ['workspace_mcp_server_unknown', 11],
  ] as const) {
    const finding = page.getByRole('button', { name: new RegExp(`${code}.*workspace\\.yaml:${line}`) })
    await expect(finding).toBeVisible()
  }
  const composer = page.getByRole('textbox', { name: 'Instruction' })
  await composer.fill('run it anyway')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await desk.close()

  const compiled = await headless(home, ['compile', folder, '--json'])
  expect(compiled.code).toBe(2)
  const { diagnostics } = JSON.parse(compiled.out) as {
    diagnostics: { code: string; at: { line: number } }[]
  }
  expect(diagnostics.map(({ code, at }) => [code, at.line])).toEqual([
    ['workspace_prompt_inline_not_allowed', 3],
    ['workspace_mcp_server_unknown', 9],
    ['workspace_mcp_server_unknown', 11],
  ])
  const run = await headless(home, ['run', folder, '--instruction', 'x', '--harness', 'rehearsal', '--trust'])
  expect(run).toMatchObject({ code: 2, error: expect.stringContaining('workspace.yaml:3') })
  expect(existsSync(path.join(folder, 'pwned'))).toBe(false)
})

test('a folder opened without trust compiles and shows, and starts nothing (S01)', async () => {
  const yaml = `agents: { id: a }\nmcp_registry:\n  servers:\n    s: { type: local, command: [sh, -c, "touch pwned"] }\n`
  const folder = writeWorkspace(path.join(home, 'stranger'), {
    'workspace.yaml': yaml,
    'rehearsals/a.yaml': 'steps: [{ text: hi }]\ninstruction: go\n',
  })
  const desk = await launch({ workspace: folder })
  await desk.page
    .getByRole('navigation')
    .getByRole('button', { name: /^stranger/ })
    .first()
    .click()
  await expect(desk.page.getByText(/without running anything/i).first()).toBeVisible()
  await desk.page.getByRole('textbox', { name: 'Instruction' }).fill('go')
  await desk.page.getByRole('textbox', { name: 'Instruction' }).press('Enter')
  await expect(desk.page.getByText('This folder was opened without trust', { exact: false })).toBeVisible()
  await desk.close()
  expect(existsSync(path.join(folder, 'pwned'))).toBe(false)
  expect(existsSync(path.join(folder, '.signalbox'))).toBe(false)
  expect(await headless(home, ['run', folder, '--instruction', 'x', '--harness', 'rehearsal'])).toMatchObject(
    { code: 77 },
  )
})

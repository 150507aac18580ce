import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { launch } from './launch.ts'
import { root, runEnds, send, writeWorkspace } from './support/desk.ts'
import { newestPackage } from './support/operator.ts'

/** The sample, with a tape that is over at once. */
function quickSample(home: string): string {
  const folder = path.join(home, 'launch')
  cpSync(path.join(root, 'resources/workspaces/product-launch'), folder, { recursive: true })
  rmSync(path.join(folder, 'rehearsals'), { recursive: true })
  const file = path.join(folder, 'workspace.yaml')
  const text = readFileSync(file, 'utf8').replace(
    'name: Product launch\n',
    'name: Spring launch\n\nharness: rehearsal\n',
  )
  return writeWorkspace(folder, {
    'workspace.yaml': text,
    'rehearsals/quick.yaml':
      'name: Quick\ninstruction: Say it\nsteps:\n  - text: It is said.\n    pace_ms: 0\n',
  })
}

const show = (page: Page, section: string) =>
  page
    .getByRole('navigation', { name: 'Parts of the workspace' })
    .getByRole('button', { name: section, exact: true })
    .click()

const barOf = (page: Page) => page.getByRole('region', { name: 'Edits to workspace.yaml' })

async function save(page: Page): Promise<void> {
  await barOf(page).getByRole('button', { name: 'Review and save' }).click()
  await barOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(barOf(page)).toBeHidden()
}

test('the policy screens: each edit is seen before it is saved, and is in the next run', async () => {
  test.setTimeout(120_000)
  const home = mkdtempSync(path.join(os.tmpdir(), 'signalbox-policy-'))
  const folder = quickSample(home)
  const file = path.join(folder, 'workspace.yaml')
  const desk = await launch({ workspace: folder, args: ['--trust'] })
  const { page } = desk
  const run = page.getByRole('complementary', { name: 'Run' })
  await send(page, 'Say it')
  await runEnds(page, /^Done in/)
  await page.keyboard.press('Control+6')

  await test.step('workspace.yaml: the form and the text are one draft, whichever is edited', async () => {
    await show(page, 'workspace.yaml')
    const part = page.getByRole('region', { name: 'workspace.yaml', exact: true })
    const name = part.getByLabel('Name', { exact: true })
    const text = part.getByRole('textbox', { name: 'workspace.yaml' })
    await name.fill('Autumn launch')
    await name.press('Enter')
    await part.getByRole('button', { name: 'Text', exact: true }).click()
    await expect(text).toContainText('name: Autumn launch')
    await text.press('Control+End')
    await page.keyboard.insertText('\nplans:\n  dir: routes\n')
    await part.getByRole('button', { name: 'Form', exact: true }).click()
    await expect(part.getByLabel('Folder of plans')).toHaveValue('routes')
    await expect(name).toHaveValue('Autumn launch')
    await save(page)
    const written = readFileSync(file, 'utf8')
    expect(written).toContain('name: Autumn launch\n')
    expect(written).toContain('plans:\n  dir: routes\n')
    expect(written).toContain('# Exactly these tools reach the agent.')
  })

  await test.step('a workspace.yaml that was written meanwhile: theirs is shown, or mine is kept', async () => {
    const part = page.getByRole('region', { name: 'workspace.yaml', exact: true })
    const name = part.getByLabel('Name', { exact: true })
    const rename = async (to: string) => {
      await name.fill(to)
      await name.press('Enter')
      await expect(barOf(page)).toBeVisible()
    }
    const isRefused = async (choice: string) => {
      await barOf(page).getByRole('button', { name: 'Review and save' }).click()
      await barOf(page).getByRole('button', { name: 'Save', exact: true }).click()
      await barOf(page).getByRole('button', { name: choice }).click()
    }
    const outside = (from: string, to: string) =>
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
    await rename('Mine')
    outside('Autumn launch', 'Theirs')
    await isRefused('Show what is there now')
    await expect(name).toHaveValue('Theirs')
    await expect(barOf(page)).toBeHidden()

    await rename('Mine after all')
    outside('Theirs', 'Theirs again')
    await isRefused('Keep mine')
    await expect(barOf(page).locator('del', { hasText: 'name: Theirs again' })).toBeVisible()
    await barOf(page).getByRole('button', { name: 'Save', exact: true }).click()
    await expect(barOf(page)).toBeHidden()
    expect(readFileSync(file, 'utf8')).toContain('name: Mine after all\n')
  })

  await test.step('AGENTS.md: what is doubtful in it is found, and it is held against the running package', async () => {
    await show(page, 'AGENTS.md')
    const part = page.getByRole('region', { name: 'AGENTS.md', exact: true })
    const text = part.getByRole('textbox', { name: 'AGENTS.md' })
    await expect(part.getByText(/^≈ [\d,]+ tokens$/)).toBeVisible()
    await text.press('Control+End')
    await page.keyboard.insertText('\nEnd with `launch-board.sink`.\n')
    await expect(part.getByRole('list', { name: /finding/ })).toContainText('launch-board.sink')
    await part.getByRole('button', { name: /^Compare/ }).click()
    await expect(
      part
        .getByRole('region', { name: 'What changed since that run' })
        .locator('ins', { hasText: 'End with `launch-board.sink`.' }),
    ).toBeVisible()
    await part.getByRole('button', { name: 'Back to the text' }).click()
    await part.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(part.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  })

  await test.step('session kinds: a cell is denied by keyboard', async () => {
    await page.keyboard.press('Control+K')
    await page.getByRole('dialog').getByRole('combobox').fill('Session kinds')
    await page.keyboard.press('Enter')
    const part = page.getByRole('region', { name: 'Session kinds', exact: true })
    await part.getByRole('button', { name: /^App launch-board \d/ }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowRight')
    await expect(part.getByRole('button', { name: 'App launch-board, Main: allowed' })).toBeFocused()
    const cell = part.getByRole('button', { name: 'launch-board.get_item, Main: allowed' })
    for (let row = 0; row < 2; row++) await page.keyboard.press('ArrowDown')
    await expect(cell).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: /^Deny/ }).press('Enter')
    await expect(
      part.getByRole('button', { name: 'launch-board.get_item, Main: not allowed, narrowed' }),
    ).toBeFocused()
  })

  await test.step('skills: one is turned off, in the same draft', async () => {
    await show(page, 'Skills and commands')
    await page.getByRole('switch', { name: 'press-note is on' }).click()
    await expect(page.getByRole('switch', { name: 'press-note is on' })).toHaveAttribute(
      'aria-checked',
      'false',
    )
    await save(page)
  })

  await test.step('pre-flight: from files it says what is known, live it asks, and both count tokens', async () => {
    await show(page, 'Pre-flight')
    const part = page.getByRole('region', { name: 'Pre-flight', exact: true })
    await part.getByRole('button', { name: 'Check from files' }).click()
    await expect(part.getByText('A run would start, as far as the files say.')).toBeVisible()
    await part.getByRole('button', { name: /^Check live/ }).click()
    await expect(part.getByText('A run would start; servers and apps were asked just now.')).toBeVisible({
      timeout: 20_000,
    })
    const sources = part.getByRole('region', { name: 'Servers and apps' })
    await expect(sources.getByText('Ready', { exact: true })).toHaveCount(2)
    const policy = part.getByRole('row', { name: /^Workspace policy/ })
    await expect(policy.getByRole('cell').last()).toHaveText(/^[1-9][\d,]*$/)
    await expect(part.getByRole('row', { name: /^Together/ })).toHaveText(/[1-9]\d{2}/)
  })

  await test.step('the next run has all of it', async () => {
    await send(page, 'Say it')
    await expect(run.getByText('It is said.')).toHaveCount(2, { timeout: 30_000 })
    const given = await newestPackage(page, 'Mine after all')
    expect(given.tools.map(({ id }) => id)).not.toContain('launch-board.get_item')
    expect(given.manifest.absent).toContainEqual(
      expect.objectContaining({ id: 'launch-board.get_item', reason: 'session_kind' }),
    )
    const prompt = JSON.stringify(given.sections)
    expect(prompt).toContain('End with `launch-board.sink`.')
    expect(prompt).not.toContain('press-note')
  })
  await desk.close()
  rmSync(home, { recursive: true, force: true })
})

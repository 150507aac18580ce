import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type Launched, launch, surfacePage } from './launch.ts'
import { activitySeqs, runEnds, send } from './support/desk.ts'
import { call, sampleId } from './support/operator.ts'

const composer = (page: Page) => page.getByRole('textbox', { name: 'Instruction' })
const runColumn = (page: Page) => page.getByRole('complementary', { name: 'Run' })
const tab = (page: Page, name: string) => page.getByRole('button', { name: `Close ${name}` })
const board = (page: Page) => page.getByTestId('surface-launch-board')

/** The window with its first workspace in it. */
async function openDesk(home?: string): Promise<Launched> {
  const desk = await launch({ home })
  await expect(desk.page.getByRole('treeitem', { name: 'AGENTS.md' })).toBeVisible()
  return desk
}

async function runFromPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('the layout of a workspace and the theme are there again after a restart, and the layout can be reset', async () => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'signalbox-layout-'))
  const first = await openDesk(home)
  await expect(first.page.locator('html')).toHaveAttribute('data-theme', 'light')
  await runFromPalette(first.page, 'theme')
  await expect(first.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await tab(first.page, 'Activity').click({ force: true })
  await expect(tab(first.page, 'Activity')).toHaveCount(0)
  const key = `layout:${await sampleId(first.page)}`
  await expect
    .poll(async () => (await call(first.page, 'settings.read', { key })).value ?? 'activity')
    .not.toContain('activity')
  await first.close()

  const second = await openDesk(home)
  await expect(second.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(tab(second.page, 'Outputs')).toHaveCount(1)
  await expect(tab(second.page, 'Activity')).toHaveCount(0)
  await runFromPalette(second.page, 'reset layout')
  await expect(tab(second.page, 'Activity')).toHaveCount(1)
  await second.close()
  await rm(home, { recursive: true, force: true })
})

test('the composer has the focus at the start, and F6 goes round every part of the window and back', async () => {
  const desk = await openDesk()
  const { page } = desk
  await expect(composer(page)).toBeFocused()
  const region = () =>
    page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region'))
  const round = async (key: string) => {
    const seen: (string | null | undefined)[] = []
    do {
      await page.keyboard.press(key)
      seen.push(await region())
    } while (seen.at(-1) !== 'run' && seen.length < 12)
    return seen
  }
  const forward = await round('F6')
  expect(forward).toEqual(
    ['list', 'files', 'surface:launch-board', 'outputs', 'activity', 'run'].sort(by(forward)),
  )
  expect(await round('Shift+F6')).toEqual([...forward.slice(0, -1).reverse(), 'run'])
  await expect(composer(page)).toBeFocused()
  await desk.close()
})

/** The panes in the order the dock has them. */
const by = (order: (string | null | undefined)[]) => (one: string, other: string) =>
  order.indexOf(one) - order.indexOf(other)

/** Where the native page of the board is, beside where its pane is; in whole pixels. */
async function placeOfBoard({ app, page }: Launched) {
  const pane = await board(page).boundingBox()
  const views = await app.evaluate(({ BrowserWindow }) =>
    (BrowserWindow.getAllWindows()[0]?.contentView.children ?? []).map((view) => view.getBounds()),
  )
  const round = (box: { x: number; y: number; width: number; height: number } | null | undefined) =>
    box && [box.x, box.y, box.x + box.width, box.y + box.height].map(Math.round)
  return { pane: round(pane), view: round(views.at(-1)) }
}

async function expectOnItsPane(desk: Launched): Promise<void> {
  await expect(board(desk.page)).toHaveAttribute('data-placed', 'true')
  await expect
    .poll(async () => {
      const { pane, view } = await placeOfBoard(desk)
      return pane && view && pane.every((edge, at) => Math.abs(edge - (view[at] ?? Number.NaN)) <= 1)
    })
    .toBe(true)
}

test('the native page of an app lies on its pane, follows the layout, and makes room for palette and dialogs', async () => {
  const desk = await openDesk()
  const { page } = desk
  await page.getByRole('button', { name: 'Start and open' }).click()
  await expectOnItsPane(desk)
  const nativePage = await surfacePage(desk.app, 'http://127.0.0.1:')
  await expect(nativePage.getByText('Planned').first()).toBeVisible()

  await page.keyboard.press('Control+b')
  await expect(page.getByRole('navigation')).toBeHidden()
  await expectOnItsPane(desk)

  for (const [key, name] of [
    ['Control+k', 'Commands'],
    ['Control+/', 'Shortcuts'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await expect(board(page)).toHaveAttribute('data-placed', 'false')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expectOnItsPane(desk)
  }

  await page.getByText('Apps', { exact: true }).first().click()
  await expect(page.getByText('press-kit', { exact: true })).toBeVisible()
  await expect(board(page)).toHaveCount(0)
  await desk.close()
})

test('the page of an app comes up by itself when a run uses it, and the composer keeps the focus', async () => {
  const desk = await openDesk()
  const { page } = desk
  await page.getByText('Apps', { exact: true }).first().click()
  await expect(board(page)).toHaveCount(0)
  await send(page)
  await expect(board(page)).toHaveAttribute('data-placed', 'true', { timeout: 20_000 })
  await expect(composer(page)).toBeFocused()
  await runEnds(page, /^Done in/)
  await desk.close()
})

test('a reload in the middle of a run shows the same transcript once, and the run goes on in it', async () => {
  const desk = await openDesk()
  const { page } = desk
  await send(page)
  await expect(runColumn(page).getByText('The board holds', { exact: false })).toBeVisible({
    timeout: 20_000,
  })
  await page.reload()
  await expect(
    runColumn(page)
      .getByText(/^Running/)
      .first(),
  ).toBeVisible()
  await expect(runColumn(page).getByText('The board holds', { exact: false })).toHaveCount(1)
  await runEnds(page, /^Done in/)
  const transcript = page.getByRole('log', { name: 'Transcript' })
  await expect(transcript.getByText('On the board:')).toHaveCount(1)
  await expect(transcript.getByText('The launch brief belongs to', { exact: false })).toHaveCount(1)
  const seqs = await activitySeqs(page)
  expect(new Set(seqs).size).toBe(seqs.length)
  await expectOnItsPane(desk)
  await desk.close()
})

test('Esc Esc asks before it stops the run, and a no lets it go on', async () => {
  const desk = await openDesk()
  const { page } = desk
  await send(page)
  await expect(runColumn(page).getByText('I start with the brief', { exact: false })).toBeVisible({
    timeout: 20_000,
  })
  const question = page.getByRole('dialog', { name: 'Stop this run?' })
  const ask = async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
  }
  await ask()
  await question.getByRole('button', { name: 'Let it go on' }).click()
  await expect(question).toBeHidden()
  await expect(
    runColumn(page)
      .getByText(/^Running/)
      .first(),
  ).toBeVisible()
  await ask()
  await page.keyboard.press('Enter')
  await runEnds(page, /^Stopped/)
  await desk.close()
})

test('every button has a name and every id is there once, with a run on screen and with a dialog over it', async () => {
  const desk = await openDesk()
  const { page } = desk
  await send(page)
  await runEnds(page, /^Done in/)
  await page.getByTestId('tool-call').last().getByRole('button').first().click()
  await expectSound(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeVisible()
  await expectSound(page)
  await desk.close()
})

async function expectSound(page: Page): Promise<void> {
  const { nameless, twice } = await page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('button, [role="button"], input, textarea')]
    const isNamed = (one: HTMLElement) =>
      Boolean(
        one.getAttribute('aria-label') ||
          one.getAttribute('aria-labelledby') ||
          one.closest('label') ||
          one.textContent?.trim(),
      )
    const ids = [...document.querySelectorAll('[id]')].map((one) => one.id)
    return {
      nameless: buttons.filter((one) => !isNamed(one)).map((one) => one.outerHTML.slice(0, 200)),
      twice: ids.filter((id, at) => ids.indexOf(id) !== at),
    }
  })
  expect(nameless).toEqual([])
  expect(twice).toEqual([])
}

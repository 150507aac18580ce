import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'

/** What a person does in the window, in words; and the headless command beside it. */

export const root = path.resolve(import.meta.dirname, '../..')

/** Sends the instruction that is in the composer, or this one. */
export async function send(page: Page, instruction?: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Instruction' })
  if (instruction === undefined) await expect(composer).not.toHaveValue('')
  else await composer.fill(instruction)
  await composer.press('Enter')
}

/** The loop, with a model at this address. */
export async function chooseModel(page: Page, baseUrl: string): Promise<void> {
  const run = page.getByRole('complementary', { name: 'Run' })
  await run.getByRole('button', { name: /^Harness/ }).click()
  await page.getByRole('menuitemradio', { name: /Loop/ }).click()
  await run.getByRole('button', { name: /^Model/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/Base URL|Address/i).fill(baseUrl)
  await dialog
    .getByLabel(/^Model/i)
    .last()
    .fill('mock-model')
  await dialog.getByLabel(/^Provider/i).fill('mock')
  await dialog.getByRole('button', { name: /Save|Use/ }).click()
  await expect(dialog).toBeHidden()
}

export async function runEnds(page: Page, words: RegExp, timeout = 45_000): Promise<void> {
  await expect(page.getByRole('complementary', { name: 'Run' }).getByText(words).last()).toBeVisible({
    timeout,
  })
}

/** Seq numbers of the rows that Activity shows now. */
export async function activitySeqs(page: Page): Promise<number[]> {
  const rows = page.getByRole('log', { name: 'Events in order' }).getByRole('button')
  const names = await rows.evaluateAll((buttons) => buttons.map((button) => button.textContent ?? ''))
  return names.map((name) => Number.parseInt(name, 10)).filter((seq) => Number.isInteger(seq))
}

export function writeWorkspace(folder: string, files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return folder
}

export interface HeadlessResult {
  code: number
  out: string
  error: string
}

/** The headless command in plain Node, over the given data folder. */
export function headless(
  dataDir: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<HeadlessResult> {
  const child = spawn(process.execPath, [path.join(root, 'out/main/cli.mjs'), ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: dataDir, SIGNALBOX_HOME: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let error = ''
  child.stdout.on('data', (text) => {
    out += text
  })
  child.stderr.on('data', (text) => {
    error += text
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? -1, out, error })))
}

/** Every process under this one, with the time it started: a number that is used again is another process. */
export function descendantsOf(pid: number): string[] {
  const all = processes()
  const found: string[] = []
  for (const queue = [pid]; queue.length > 0; ) {
    const parent = queue.pop()
    for (const child of all.filter((one) => one.parent === parent)) {
      found.push(child.key)
      queue.push(child.pid)
    }
  }
  return found
}

/** Those of them that are still there. */
export function alive(keys: string[]): string[] {
  const all = new Set(processes().map((one) => one.key))
  return keys.filter((key) => all.has(key))
}

/** From /proc, zombies left out; Linux only, as the machines that run these tests. */
function processes(): { pid: number; parent: number; key: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields[0] === 'Z') return []
      return [{ pid: Number(name), parent: Number(fields[1]), key: `${name}@${fields[19]}` }]
    } catch {
      return []
    }
  })
}

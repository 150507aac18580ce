import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
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

/** Process ids whose command line has this text; Linux only, as the machine that runs these tests. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        // A zombie has no command line and no working folder.
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return line.includes(text) || readlinkSync(`/proc/${pid}/cwd`).includes(text)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** What tests of several rooms need: folders that go away, and programs built from sources to run as processes. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { onTestFinished } from 'vitest'
import type { Runtime } from './child.ts'

const root = path.resolve(import.meta.dirname, '../..')
const at = (...parts: string[]) => path.join(root, ...parts)

/** A new empty folder (its real path), removed when the test is over. */
export function tempFolder(name = 'signalbox-test-'): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), name)))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/**
 * Bundles TypeScript entries (paths from the top of the project) into programs that Node runs, and tells where they
 * are. They lie in the project's cache, so that native packages are found; `room` keeps test files apart.
 */
export async function buildPrograms<N extends string>(
  room: string,
  entries: Record<N, string>,
): Promise<Record<N, string>> {
  removeStale(at('.cache', 'test-programs'))
  const outDir = at('.cache', 'test-programs', `${room}-${process.pid}`)
  mkdirSync(outDir, { recursive: true })
  const input = Object.fromEntries(Object.entries<string>(entries).map(([name, file]) => [name, at(file)]))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: { '@contract': at('src-preload/contract/index.ts') } },
    ssr: { external: ['@photostructure/sqlite'] },
    build: {
      ssr: true,
      target: 'node20.18',
      outDir,
      minify: false,
      rolldownOptions: { input, output: { format: 'es', entryFileNames: '[name].mjs' } },
    },
  })
  return Object.fromEntries(
    Object.keys(entries).map((name) => [name, path.join(outDir, `${name}.mjs`)]),
  ) as Record<N, string>
}

/** What test processes left that are gone: their pool may end them without a word. */
function removeStale(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (!alive(Number(name.split('-').at(-1))))
      rmSync(path.join(folder, name), { recursive: true, force: true })
  }
}

/** Node itself as the runtime, with a keeper made by `buildPrograms`. */
export function nodeRuntime(keeperFile: string): Runtime {
  return { command: process.execPath, env: {}, keeperFile }
}

/** Waits until `check` holds; fails with `what` after `withinMs`. */
export async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  withinMs = 8000,
): Promise<void> {
  const end = Date.now() + withinMs
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`still not true after ${withinMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** True while the process is there and is not a zombie that only waits to be collected. */
export function alive(pid: number): boolean {
  if (existsSync('/proc/self/stat')) {
    if (!existsSync(`/proc/${pid}`)) return false
    const stat = readOr(`/proc/${pid}/stat`, '')
    return stat !== '' && !/\) [ZX] /.test(stat)
  }
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The text of a file, or `otherwise` while it is not there. */
export function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}

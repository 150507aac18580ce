import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { node } from './lib/exec.mjs'
import { contentPrint, digest, filesBelow, readJson, writeJson } from './lib/fingerprint.mjs'
import { root, toolCache } from './lib/paths.mjs'
import { main, Stop } from './lib/stop.mjs'
import { ensureInstalled } from './steps/install.mjs'

const CONTRACT = 'src-preload/contract'
const FLOORS = ['src-main', 'src-preload', 'src-renderer']
const ROOT_FILES = fs.readdirSync(root).filter((name) => fs.statSync(path.join(root, name)).isFile())
const SHARED = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'resources/scripts/check.mjs',
]

const bin = (name) => path.join(root, 'node_modules', name)
const types = (floor, reads) => ({
  name: `types ${floor}`,
  reads: [...reads, `tsconfig.${floor}.json`],
  command: [bin('typescript/bin/tsc'), '-p', `tsconfig.${floor}.json`],
})

/** `--fix`: biome writes what it can put right by itself. */
const fix = process.argv.includes('--fix') ? ['--write'] : []

/** What is checked, the slow ones first. `reads`: while none of these changes, a passed check is not run again. */
const TOOLS = [
  types('main', ['src-main', CONTRACT, 'vitest.config.ts']),
  types('main-33', ['src-main', CONTRACT]),
  types('renderer', ['src-renderer', CONTRACT]),
  {
    name: 'rooms',
    reads: [...FLOORS, 'resources/scripts/rooms', 'README.md', '.dependency-cruiser.cjs'],
    command: ['resources/scripts/rooms/check.mjs'],
  },
  {
    name: 'knip',
    reads: [...FLOORS, 'e2e', 'resources/scripts', ...ROOT_FILES],
    command: [bin('knip/bin/knip.js'), '--no-progress', '--no-config-hints'],
  },
  types('e2e', ['e2e', ...FLOORS, 'playwright.config.ts', 'electron.vite.config.ts']),
  types('preload', ['src-preload']),
  types('contract', [CONTRACT]),
  {
    name: 'biome',
    reads: [...FLOORS, 'e2e', 'resources', ...ROOT_FILES],
    command: [bin('@biomejs/biome/bin/biome'), 'check', '--max-diagnostics=50', ...fix],
  },
]

const memoryFile = path.join(toolCache, 'check.json')
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`
const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : { ...process.env, NO_COLOR: '1' }

async function runTool({ name, reads, command }, passed) {
  const since = performance.now()
  const key = digest([process.version, contentPrint(filesBelow([...reads, ...SHARED]))])
  if (passed[name] === key) return report(name, 'ok', since, 'unchanged')
  const { code, output } = await node(command[0], command.slice(1), { env })
  // TS18003: the floor has no file yet.
  if (/TS18003/.test(output) && output.trim().split('\n').length === 1)
    return report(name, 'ok', since, 'no files')
  if (code === 0) passed[name] = key
  report(name, code === 0 ? 'ok' : 'FAIL', since, /Found \d+ warnings?/.exec(output)?.[0] ?? '')
  return code === 0 ? undefined : { name, output }
}

function report(name, result, since, note) {
  console.log(`${result.padEnd(5)} ${name.padEnd(15)} ${seconds(since).padStart(7)}  ${note}`.trimEnd())
}

/** As many at a time as there are cores. */
async function runAll(tools, passed) {
  const failures = []
  const waiting = [...tools]
  const worker = async () => {
    for (let tool = waiting.shift(); tool; tool = waiting.shift()) {
      const failure = await runTool(tool, passed)
      if (failure) failures.push(failure)
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, os.availableParallelism()) }, worker))
  return failures
}

function choose(args) {
  const names = args.filter((arg) => !arg.startsWith('-'))
  const unknown = names.filter((name) => !TOOLS.some((tool) => tool.name.startsWith(name)))
  if (unknown.length === 0)
    return TOOLS.filter(({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)))
  throw new Stop(`no check is called ${unknown.join(', ')}`, {
    hint: `there are: ${TOOLS.map(({ name }) => name).join(', ')}`,
  })
}

/** `npm run check -- [name ...] [--fresh] [--fix]`: all checks or those named; `--fresh` repeats the ones that passed. */
await main(async () => {
  const since = performance.now()
  const args = process.argv.slice(2)
  const tools = choose(args)
  await ensureInstalled((text) => console.error(text))
  const passed = (!args.includes('--fresh') && readJson(memoryFile)) || {}
  const failures = await runAll(tools, passed)
  writeJson(memoryFile, passed)
  for (const { name, output } of failures) console.log(`\n--- ${name} ---\n${output.trim()}`)
  console.log(`\ncheck: ${tools.length - failures.length} ok, ${failures.length} failed (${seconds(since)})`)
  return failures.length > 0 ? 1 : 0
})

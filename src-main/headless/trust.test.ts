import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLog, systemClock } from '../kit/index.ts'
import { tempFolder } from '../kit/testing.ts'
import { environmentSecrets, Operator } from '../runs/index.ts'
import { Store } from '../store/index.ts'
import { runCommand } from './run.ts'
import { trustText } from './trust.ts'

const built = path.resolve(import.meta.dirname, '../../out/main')

function desk() {
  const home = tempFolder()
  const runtime = { command: process.execPath, env: {}, keeperFile: path.join(built, 'keeper.mjs') }
  const operator = new Operator({
    store: Store.open(path.join(home, 'data')),
    clock: systemClock,
    diary: silentLog,
    host: { runtime, clock: systemClock, entries: built, folder: home, cancelGraceMs: 1500 },
    secrets: environmentSecrets({}),
    dataFolder: path.join(home, 'data'),
    product: { version: 't', electron: null, chromium: null, node: '', platform: 'linux', sandboxed: true },
  })
  onTestFinished(() => operator.close())
  const folder = path.join(home, 'ws')
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  write(
    'workspace.yaml',
    `agents: { id: t }
mcp_registry:
  servers:
    s: { type: local, command: [sh, -c, "touch pwned"], environment: { K: "{env:MY_KEY}" } }
    far: { type: remote, url: "https://mcp.example.test/v1" }
session_kinds: { main: { preset: direct } }
`,
  )
  write('rehearsals/a.yaml', '{"name":"t","steps":[{"text":"Hello."}]}')
  const run = async (options: { trust?: boolean; json?: boolean } = {}) => {
    const out: string[] = []
    const error: string[] = []
    const code = await runCommand(
      operator,
      {
        name: 'run',
        folder,
        instruction: 'go',
        kind: 'main',
        harness: 'rehearsal',
        trust: options.trust ?? false,
        json: options.json ?? false,
      },
      { out: (text) => void out.push(text), error: (text) => void error.push(text), onInterrupt: () => {} },
    )
    return { code, out, error: error.join('\n') }
  }
  return { folder, run, write }
}

describe('a run in a folder that nobody trusts', () => {
  it('ends with 77 and prints everything that it would do, word for word, and how to go on', async () => {
    const { run, folder } = desk()
    const { code, error, out } = await run()
    expect(code).toBe(77)
    expect(out).toEqual([])
    for (const text of [
      'It would start:',
      "    sh -c 'touch pwned'",
      'It would contact:',
      '    https://mcp.example.test/v1',
      'It would give:',
      "    MY_KEY -> server s (sh -c 'touch pwned')",
      'It would loosen:',
      '    session_kinds.main.preset: direct',
      '--trust',
    ])
      expect(error).toContain(text)
    expect(existsSync(path.join(folder, 'pwned'))).toBe(false)
    expect(existsSync(path.join(folder, '.signalbox'))).toBe(false)
  })

  it('with --json is one value: the fault and the review', async () => {
    const { run } = desk()
    const { code, out } = await run({ json: true })
    expect(code).toBe(77)
    expect(out).toHaveLength(1)
    expect(JSON.parse(out[0] ?? '')).toMatchObject({
      fault: { code: 'not_trusted', owner: 'operator' },
      trust: {
        status: 'untrusted',
        items: expect.arrayContaining([expect.objectContaining({ key: 'server:s' })]),
      },
    })
  })

  it('with --trust goes on, says once what was trusted, and the next run needs no word', async () => {
    const { run } = desk()
    const first = await run({ trust: true })
    expect(first.code).toBe(0)
    expect(first.error.match(/touch pwned'$/gm)).toHaveLength(1)
    expect(first.error).toContain('Trusted: ')
    expect(first.out).toEqual(['Hello.'])
    const second = await run()
    expect(second.code).toBe(0)
    expect(second.error).not.toContain('It would start')
  })

  it('says what of a trusted one waits since', async () => {
    const { run, folder, write } = desk()
    await run({ trust: true })
    write(
      'workspace.yaml',
      'agents: { id: t }\nmcp_registry: { servers: { n: { type: local, command: [touch, pwned2] } } }\n',
    )
    const { code, error } = await run()
    expect(code).toBe(0)
    expect(error).toContain('Server n (new)')
    expect(existsSync(path.join(folder, 'pwned2'))).toBe(false)
  })

  it('with errors in workspace.yaml says that its items are not known', async () => {
    const { run, write } = desk()
    write('workspace.yaml', 'agents: 1\n')
    const { code, error } = await run()
    expect(code).toBe(77)
    expect(error).toContain('workspace.yaml has errors')
  })
})

it('spells out what would steer a terminal or hide', () => {
  const item = {
    key: 'k',
    group: 'start',
    title: 'Server \u001b[2Jx',
    lines: ['a\nb \u202ec'],
    effect: '',
    at: { file: 'workspace.yaml' },
    state: 'new',
    linesBefore: null,
    files: [],
    unchecked: null,
  } as const
  const text = trustText({ items: [{ ...item, lines: [...item.lines], files: [] }], path: '/w' } as never)
  expect(text).toBe('/w\nIt would start:\n  Server \\u{1b}[2Jx\n    a\\u{a}b \\u{202e}c')
})

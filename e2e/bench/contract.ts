import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { silentLog, systemClock } from '../../src-main/kit/index.ts'
import { environmentSecrets, Operator } from '../../src-main/runs/index.ts'
import { Store } from '../../src-main/store/index.ts'
import { WorkspaceReader } from '../../src-main/workspace/index.ts'
import { type Figure, median, timed } from './measure.ts'

/** Workspaces far larger than people make: compile with 10, 100 and 1,000 apps, with 1,000 tool ids, and the pre-flight. */
export async function largeFigures(root: string): Promise<Figure[]> {
  const figures: Figure[] = []
  const cold = new Map<number, number>()
  for (const apps of [10, 100, 1000]) {
    const times = await compileTimes(withApps(apps), apps > 100 ? 5 : 15)
    cold.set(apps, times.cold)
    figures.push(
      { name: `compile with ${apps} apps, cold`, unit: 'ms', value: times.cold },
      { name: `compile with ${apps} apps, unchanged`, unit: 'ms', value: times.again },
      { name: `cold against unchanged, ${apps} apps`, unit: 'ratio', value: times.cold / times.again },
    )
  }
  figures.push({
    name: '1,000 apps against 100, cold (10 is linear)',
    unit: 'ratio',
    value: (cold.get(1000) ?? Number.NaN) / (cold.get(100) ?? Number.NaN),
  })
  const tools = await compileTimes(withTools(1000), 15)
  figures.push(
    { name: 'compile with 1,000 tool ids, cold', unit: 'ms', value: tools.cold },
    { name: 'compile with 1,000 tool ids, unchanged', unit: 'ms', value: tools.again },
    { name: 'cold against unchanged, 1,000 tool ids', unit: 'ratio', value: tools.cold / tools.again },
  )
  return [...figures, ...(await preflightFigures(root))]
}

type Files = Record<string, string>

function withApps(count: number): Files {
  const ids = Array.from({ length: count }, (_, index) => `app-${index}`)
  const listed = ids.map((id) => `  - { app_id: ${id}, config_path: apps/${id}/app.runtime.yaml }\n`)
  return {
    'workspace.yaml': `agents: { id: a }\nmcp_registry: { servers: {} }\napplications:\n${listed.join('')}`,
    'AGENTS.md': '# Rules\n',
    ...Object.fromEntries(
      ids.map((id) => [
        `apps/${id}/app.runtime.yaml`,
        `app_id: ${id}\nname: ${id}\nmcp: { port: 4000, tools: [add, list] }\nstart: node server.mjs\n`,
      ]),
    ),
  }
}

function withTools(count: number): Files {
  const servers = Array.from(
    { length: 20 },
    (_, index) => `    s${index}: { type: local, command: [s${index}] }\n`,
  )
  const ids = Array.from({ length: count }, (_, index) => `      - s${index % 20}.tool_${index}\n`)
  const yaml = `agents: { id: a }\nmcp_registry:\n  servers:\n${servers.join('')}  allowlist:\n    tool_ids:\n${ids.join('')}`
  return { 'workspace.yaml': yaml, 'AGENTS.md': '# Rules\n' }
}

async function compileTimes(files: Files, rounds: number): Promise<{ cold: number; again: number }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-bench-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  const cold: number[] = []
  const again: number[] = []
  for (let round = 0; round < rounds; round++) {
    const reader = new WorkspaceReader(folder)
    cold.push(
      await timed(async () => {
        const { compiled } = await reader.read()
        if (!compiled.plan)
          throw new Error(`the workspace does not compile: ${compiled.diagnostics[0]?.message}`)
      }),
    )
    again.push(await timed(() => reader.read()))
  }
  rmSync(folder, { recursive: true, force: true })
  return { cold: median(cold), again: median(again) }
}

/** The sample's pre-flight, from the files, and live with its server and app already running. */
async function preflightFigures(root: string): Promise<Figure[]> {
  const home = mkdtempSync(path.join(tmpdir(), 'signalbox-bench-'))
  const folder = path.join(home, 'ws')
  cpSync(path.join(root, 'resources/workspaces/product-launch'), folder, { recursive: true })
  const out = path.join(root, 'out/main')
  const operator = new Operator({
    store: Store.open(path.join(home, 'data')),
    clock: systemClock,
    diary: silentLog,
    host: {
      runtime: { command: process.execPath, env: {}, keeperFile: path.join(out, 'keeper.mjs') },
      clock: systemClock,
      entries: out,
      folder: home,
      cancelGraceMs: 1500,
    },
    secrets: environmentSecrets({}),
    dataFolder: path.join(home, 'data'),
    product: {
      version: 'bench',
      electron: null,
      chromium: null,
      node: process.versions.node,
      platform: process.platform,
      sandboxed: true,
    },
  })
  try {
    const { id } = await operator.openFolder(folder, 'flag')
    const check = async (live: boolean) => {
      const { faults } = await operator.preflight(id, { kind: 'main', harness: 'rehearsal', live })
      if (faults[0]) throw new Error(`the pre-flight failed: ${faults[0].message}`)
    }
    const first = await timed(() => check(true))
    const times = async (live: boolean) => {
      const rounds: number[] = []
      for (let round = 0; round < 15; round++) rounds.push(await timed(() => check(live)))
      return median(rounds)
    }
    const live = await times(true)
    const files = await times(false)
    return [
      { name: 'pre-flight of the sample, live, first', unit: 'ms', value: first },
      { name: 'pre-flight of the sample, live, again', unit: 'ms', value: live },
      { name: 'pre-flight of the sample, from its files', unit: 'ms', value: files },
      { name: 'pre-flight live against from files', unit: 'ratio', value: live / files },
    ]
  } finally {
    await operator.close()
    rmSync(home, { recursive: true, force: true })
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  absenceReasons,
  emptySession,
  type RunEvent,
  type SessionKind,
  sessionKinds,
  type ToolFamily,
} from '@contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answered, type Tool, type Unavailable } from '../capabilities/index.ts'
import { harnesses } from '../harness/index.ts'
import { newId, systemClock } from '../kit/index.ts'
import { Store } from '../store/index.ts'
import { WorkspaceReader } from '../workspace/index.ts'
import { writeFiles } from './fixtures/desk.ts'
import { Gateway } from './gateway.ts'
import { environmentSecrets } from './models.ts'
import { RunTools } from './run-tools.ts'
import { launchStage, prepareStage, projectStage, type StageContext } from './stages/index.ts'
import { Trust } from './trust/index.ts'

/** Families whose tools come later stand in as fakes: the gate decides over them all the same. */
const fakes: [id: string, family: ToolFamily][] = [
  ['shell', 'shell'],
  ['file_edit', 'files.write'],
  ['browser_click', 'browser'],
  ['memory_save', 'memory'],
  ['memory_get', 'memory'],
  ['agent_spawn', 'delegate'],
  ['todo_write', 'plan'],
]
const serverTools = ['a', 'b', 'c']

interface Case {
  kind: SessionKind
  browser: boolean
  up: { s: boolean; t: boolean; board: boolean }
  enabled: boolean
  named: string[]
  others: boolean
  preset: 'coordinate' | 'direct'
  allow: string[]
  deny: string[]
  /** Tools that the skill grants. */
  grants: string[]
  invoked: boolean
  /** What the operator granted of what loosens. */
  widened: boolean
  command: boolean
}

const names = [
  's.a',
  's.b',
  't.a',
  't.gone',
  'board.add',
  'shell',
  'file_write',
  'files.write',
  'memory',
  'mcp:s',
  'app:board',
  'outputs',
  'skill',
  'command_run',
  'browser',
]
const some = (of: string[]) => fc.uniqueArray(fc.constantFrom(...of), { maxLength: 4 })

const cases: fc.Arbitrary<Case> = fc.record({
  kind: fc.constantFrom(...sessionKinds),
  browser: fc.boolean(),
  up: fc.record({ s: fc.boolean(), t: fc.boolean(), board: fc.boolean() }),
  enabled: fc.boolean(),
  named: some(['s.a', 's.b', 't.a', 't.gone', 'board.add', 'board.list']),
  others: fc.boolean(),
  preset: fc.constantFrom('coordinate' as const, 'direct' as const),
  allow: some(names),
  deny: some(names),
  grants: some(['s.a', 's.c', 'file_write', 'shell', 'board.list']),
  invoked: fc.boolean(),
  widened: fc.boolean(),
  command: fc.boolean(),
})

function filesOf(given: Case): Record<string, string> {
  const named = given.enabled ? given.named : given.named.filter((id) => !id.startsWith('t.'))
  return {
    'workspace.yaml': JSON.stringify({
      agents: { id: 'a' },
      mcp_registry: {
        servers: {
          s: { type: 'local', command: ['s'] },
          t: { type: 'local', command: ['t'], enabled: given.enabled },
        },
        allowlist: { tool_ids: named, ...(given.others ? { others: 'discover' } : {}) },
      },
      applications: [{ app_id: 'board', config_path: 'apps/board/app.runtime.yaml' }],
      session_kinds: { [given.kind]: { preset: given.preset, allow: given.allow, deny: given.deny } },
      ...(given.command ? { commands: { hello: { description: 'Says it', prompt: 'Hello.' } } } : {}),
    }),
    'apps/board/app.runtime.yaml': 'app_id: board\nmcp: { port: 4000 }\nstart: node server.mjs\n',
    ...(given.grants.length > 0
      ? {
          'skills/guard/SKILL.md': `---\nname: guard\ndescription: Guards\ngranted_tools: ${JSON.stringify(given.grants)}\n---\nCare.\n`,
        }
      : {}),
  }
}

function tool(id: string, family: ToolFamily, source: Tool['source']): Tool {
  const name = id.slice(id.indexOf('.') + 1)
  const schema = { type: 'object', properties: {} }
  return {
    id,
    name,
    family,
    source,
    description: `Does ${id}.`,
    schema,
    readOnly: true,
    idempotent: true,
    call: async () => answered(id),
  }
}

const down: Unavailable = { reason: 'server_unavailable', detail: 'it does not answer' }

describe('manifest = prompt = what reaches the model = what the gateway accepts', () => {
  let home: string
  let store: Store
  beforeAll(() => {
    home = mkdtempSync(path.join(tmpdir(), 'signalbox-gate-'))
    store = Store.open(path.join(home, 'data'))
  })
  afterAll(() => {
    store.close()
    rmSync(home, { recursive: true, force: true })
  })

  let serial = 0

  async function packageFor(given: Case) {
    const root = path.join(home, `ws-${serial++}`)
    writeFiles(root, filesOf(given))
    const { compiled } = await new WorkspaceReader(root).read()
    const { plan } = compiled
    if (!plan) throw new Error(JSON.stringify(compiled.diagnostics))
    const workspaceId = newId('workspace')
    const row = { id: workspaceId, path: root, name: 'ws', trusted: 'operator', openedAt: 0 } as const
    store.workspaces.put(row)
    const trust = new Trust({
      workspaceId,
      root,
      store,
      clock: systemClock,
      choice: () => null,
      text: () => null,
      isGranted: () => true,
    })
    const review = await trust.review(plan)
    const keys = review.items
      .map(({ key }) => key)
      .filter((key) => given.widened || !key.startsWith('loosen:'))
    await trust.grant(plan, review.digest, keys)
    const served = (
      id: string,
      isUp: boolean,
      listed: string[],
      source: Tool['source'],
      family: ToolFamily,
    ) => ({
      hold: async () =>
        isUp
          ? { tools: listed.map((name) => tool(`${id}.${name}`, family, source)), release: async () => {} }
          : down,
    })
    const workspace = {
      root,
      row,
      trust,
      server: ({ id }: { id: 's' | 't' }) =>
        served(id, given.up[id], serverTools, { kind: 'mcp', server: id }, `mcp:${id}`),
      app: async () =>
        served('board', given.up.board, ['add', 'list'], { kind: 'app', app: 'board' }, 'app:board'),
    } as unknown as StageContext['workspace']
    const harness = harnesses.find(({ id }) => id === 'loop')
    if (!harness) throw new Error('there is no loop')
    const context: StageContext = {
      workspace,
      store,
      clock: systemClock,
      secrets: environmentSecrets({}),
      harness,
      choice: {
        api: 'openai-completions',
        provider: 'mock',
        model: 'm',
        baseUrl: 'http://127.0.0.1:9',
        keyName: '',
      },
      sessionId: newId('session'),
      runId: newId('run'),
      start: { workspaceId, instruction: 'Go.', kind: given.kind, harness: 'loop' },
      note: () => {},
    }
    const standing = await trust.standing(plan)
    const events: RunEvent[] = []
    const runTools = new RunTools({
      context,
      runtime: { command: process.execPath, env: {}, keeperFile: '' },
      standing,
      files: compiled.files,
      packageHash: () => '',
      record: (more) => void events.push(...more),
      onInvalidResult: () => {},
    })
    const later = fakes.filter(([, family]) => given.browser || family !== 'browser')
    runTools.builtIn.push(...later.map(([id, family]) => tool(id, family, { kind: 'built-in' })))
    const prepared = await prepareStage(context, standing.plan, runTools, standing)
    const projected = await projectStage(context, { ...compiled, plan: standing.plan }, prepared, {
      session: emptySession(context.sessionId),
    })
    const { request } = launchStage(projected, context.secrets, 1, 0, store)
    if (given.invoked) runTools.skills.invoke('guard')
    const gateway = new Gateway({
      run: projected.run,
      tools: new Map(prepared.tools.map((one) => [one.id, one])),
      gate: (one) => runTools.decide(one),
      store,
      clock: systemClock,
      clean: (value) => value,
      append: (make) => {
        events.push(...make())
        return true
      },
      output: () => {},
    })
    return { plan: standing.plan, run: projected.run, request, gateway, events }
  }

  type Made = Awaited<ReturnType<typeof packageFor>>

  /** The four that must be one; gives their names. */
  function checkSame({ run, request }: Made): string[] {
    const aliases = run.manifest.tools.map(({ alias }) => alias).sort()
    expect(request.tools.map(({ alias }) => alias).sort()).toEqual(aliases)
    expect(run.tools.map(({ alias }) => alias).sort()).toEqual(aliases)
    const prompt = run.sections.find(({ id }) => id === 'capabilities')?.text ?? ''
    const told = [...prompt.matchAll(/^- (\S+?)(?: \(|:)/gm)].map((match) => match[1])
    expect(told.sort()).toEqual(aliases)
    return aliases
  }

  /** Nothing is both there and away, and every absence has a reason of the contract. */
  function checkAbsent({ run }: Made): string[] {
    const away = run.manifest.absent.map(({ id }) => id)
    expect(run.manifest.tools.filter(({ id }) => away.includes(id))).toEqual([])
    for (const { reason } of run.manifest.absent) expect(absenceReasons).toContain(reason)
    return run.manifest.absent.map(({ reason }) => reason)
  }

  async function checkGateway({ run, gateway, plan }: Made, invoked: boolean): Promise<void> {
    for (const { id, alias } of run.manifest.tools) {
      const granting = plan.skills.filter((skill) => skill.grantedTools.includes(id))
      const answer = await gateway.call({ callId: `call_${id}` as never, alias, args: argsFor(id) })
      const isRefused = !answer.ok && answer.fault?.owner === 'policy'
      expect([id, isRefused]).toEqual([id, granting.length > 0 && !invoked])
      if (isRefused) expect(answer.fault?.code).toBe('skill_required')
    }
    const away = run.manifest.absent.map(({ id }) => id)
    const others = [...away, 'made.up', 'shell', 'browser_click', 's.a', 's.z'].filter(
      (id) => !run.manifest.tools.some((one) => one.id === id || one.alias === id),
    )
    for (const id of new Set(others)) {
      const answer = await gateway.call({ callId: `other_${id}` as never, alias: id, args: {} })
      expect([id, answer.ok, answer.fault?.owner]).toEqual([id, false, 'policy'])
    }
  }

  const argsFor = (id: string): Record<string, string> =>
    id === 'skill' ? { id: 'nobody' } : id === 'command_run' ? { id: 'hello' } : {}

  it('for any kind, with anything up or down, whatever the author wrote and the operator granted', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(cases, async (given) => {
        const made = await packageFor(given)
        const aliases = checkSame(made)
        for (const reason of checkAbsent(made)) seen.add(reason)
        await checkGateway(made, given.invoked)
        // What was denied is nowhere, whatever else was said; what loosens counts only once it was granted.
        const { tools } = made.run.manifest
        for (const entry of given.deny)
          expect(tools.filter(({ id, family }) => id === entry || family === entry)).toEqual([])
        if (!given.widened && given.kind !== 'subagent') expect(aliases).not.toContain('file_write')
      }),
      { numRuns: 120 },
    )
    // The cases reach what they are meant to reach.
    const reached = ['not_declared', 'not_resolved', 'server_unavailable', 'session_kind', 'denied_by_policy']
    expect([...seen]).toEqual(expect.arrayContaining(reached))
  }, 120_000)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DurableEnvelope, foldSession, type RunEvent } from '@contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileTools } from '../capabilities/index.ts'
import { newId } from '../kit/index.ts'
import { WorkspaceReader } from '../workspace/index.ts'
import { aliasesFor, schemaProblem } from './aliases.ts'
import { controlFileRefusal } from './control-files.ts'
import { writeFiles } from './fixtures/desk.ts'
import { historyOf } from './history.ts'
import { environmentSecrets, resolveModel } from './models.ts'
import { outputTools } from './outputs.ts'
import { predictManifest, whyTool } from './predict.ts'
import { sanitize } from './sanitize.ts'
import { RunSkills } from './skills.ts'

describe('tool aliases', () => {
  it('fit every provider, number collisions, and are the same in every run (P05)', () => {
    const ids = ['s.a.b', 's.a_b', `s.${'x'.repeat(90)}`, 'über.tööl', 'file_read']
    const aliases = aliasesFor(ids)
    for (const alias of aliases.values()) expect(alias).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    expect(new Set(aliases.values()).size).toBe(ids.length)
    expect(aliasesFor([...ids].reverse())).toEqual(aliases)
    expect(aliasesFor([...ids, ...ids])).toEqual(aliases)
    expect(aliases.get('file_read')).toBe('file_read')
  })

  it.each([
    [{ type: 'string' }, /not an object/],
    [{ type: 'object', oneOf: [] }, /oneOf/],
    [{ type: 'object', properties: { a: { $ref: '#/$defs/missing' } } }, /missing/],
    [{ type: 'object', properties: { a: { type: 'string', description: 'x'.repeat(70_000) } } }, /64 KiB/],
  ])('finds what a provider would reject in %j', (schema, problem) => {
    expect(schemaProblem(schema as never)).toMatch(problem)
  })

  it('lets a healthy schema with a reference through', () => {
    expect(
      schemaProblem({
        type: 'object',
        properties: { a: { $ref: '#/$defs/there' } },
        $defs: { there: { type: 'string' } },
      }),
    ).toBeNull()
  })
})

describe('snapshots', () => {
  it('hold no secret: by value wherever it stands, and by the name of its key', () => {
    const clean = sanitize(
      {
        url: 'http://h/?k=canary-12345',
        nested: [{ Authorization: 'anything', api_key: 'short', my_PAT: 'x', 'canary-12345': 1 }],
        max_tokens: '5',
        author: 'me',
        text: 'keep canary-12345 out',
      },
      [['NAME', 'canary-12345']],
    )
    expect(JSON.stringify(clean)).not.toContain('canary')
    expect(clean).toMatchObject({
      max_tokens: '5',
      author: 'me',
      text: 'keep [secret NAME] out',
      nested: [{ Authorization: '[secret]', api_key: '[secret]', my_PAT: '[secret]' }],
    })
  })
})

describe('history for a model', () => {
  it('gives every call its result, also after a stop between the two (P16)', () => {
    const sessionId = newId('session')
    const runId = newId('run')
    const [a, b] = [newId('call'), newId('call')]
    const tool = (callId: typeof a): RunEvent => ({
      type: 'tool.started',
      callId,
      toolId: 's.t',
      name: 't',
      family: 'mcp:s',
      source: { kind: 'mcp', server: 's' },
      args: { x: 1 },
      messageId: 'm1',
    })
    const events: RunEvent[] = [
      { type: 'run.queued', instruction: 'go', sessionKind: 'main', harness: 'loop', model: '' },
      { type: 'output.done', messageId: 'm1', contentIndex: 0, text: 'Two calls.' },
      tool(a),
      tool(b),
      { type: 'tool.finished', callId: a, status: 'ok', result: { kind: 'inline', value: { n: 1 } }, ms: 1 },
      { type: 'tool.finished', callId: b, status: 'stopped', ms: 1 },
      { type: 'run.stopped', by: 'operator' },
    ]
    const envelopes = events.map(
      (event, index): DurableEnvelope => ({
        stream: { kind: 'session', id: sessionId },
        seq: index + 1,
        time: index,
        runId,
        event,
      }),
    )
    expect(historyOf(foldSession(sessionId, envelopes), (id) => id.replace('.', '_'))).toEqual([
      { role: 'user', text: 'go' },
      {
        role: 'assistant',
        text: 'Two calls.',
        calls: [
          { callId: a, alias: 's_t', args: { x: 1 } },
          { callId: b, alias: 's_t', args: { x: 1 } },
        ],
      },
      { role: 'tool', callId: a, alias: 's_t', text: '{"n":1}', failed: false },
      { role: 'tool', callId: b, alias: 's_t', text: 'Stopped by the operator.', failed: true },
    ])
  })
})

describe('the model of a run', () => {
  const none = environmentSecrets({})
  const choice = {
    api: 'openai-completions' as const,
    provider: 'mine',
    model: 'm',
    baseUrl: 'http://127.0.0.1:1/v1',
    keyName: '',
  }

  it('comes from the request, then the workspace, then the app', () => {
    expect(resolveModel({ model: 'ollama/a' }, 'ollama/b', choice, none).client.model).toBe('a')
    expect(resolveModel({}, 'ollama/b', choice, none).client.model).toBe('b')
    expect(resolveModel({}, 'auto', choice, none).client.model).toBe('m')
  })

  it('hands the key over by name, and never with the client', () => {
    const { client, secrets } = resolveModel(
      { model: 'openai/gpt' },
      'auto',
      null,
      environmentSecrets({ OPENAI_API_KEY: 'sk-canary' }),
    )
    expect(client).toEqual({
      api: 'openai-completions',
      provider: 'openai',
      model: 'gpt',
      baseUrl: 'https://api.openai.com/v1',
      keyName: 'OPENAI_API_KEY',
    })
    expect(secrets).toEqual({ OPENAI_API_KEY: 'sk-canary' })
  })

  it.each([
    [{ model: 'nothing' }, 'model_invalid'],
    [{ model: 'who/x' }, 'model_unknown'],
    [{ model: 'constructor/x' }, 'model_unknown'],
    [{ model: 'anthropic/x' }, 'model_key_missing'],
  ])('refuses %j with %s', (wish, code) => {
    expect(() => resolveModel(wish, 'auto', null, none)).toThrow(code)
  })
})

describe('control files', () => {
  it.each([
    'AGENTS.md',
    './AGENTS.md',
    'agents.MD',
    'workspace.yaml',
    'apps/x/server.mjs',
    'skills/a/SKILL.md',
    '.git/hooks/pre-commit',
    '.signalbox/workspace_id',
    'Apps/x',
    'notes/extra.md',
  ])('an agent may not write %s', (path) => {
    expect(controlFileRefusal(path, ['notes/extra.md'])).not.toBeNull()
  })
  it('nor a file whose name another disk writes with its accents apart', () => {
    expect(controlFileRefusal('e\u0301.md', ['e\u0301.md'])).not.toBeNull()
    expect(controlFileRefusal('e\u0301.md', ['\u00e9.md'])).not.toBeNull()
  })
  it.each(['brief.md', 'outputs/a.md', 'my-apps/x', 'docs/AGENTS.md.bak'])(
    'an agent may write %s',
    (path) => {
      expect(controlFileRefusal(path, [])).toBeNull()
    },
  )
})

describe('why an agent cannot call a tool', () => {
  const yaml = `agents: { id: a }
mcp_registry:
  allowlist: { tool_ids: [s.a, s.b], others: discover }
  servers:
    s: { type: local, command: [node, x] }
    off: { type: local, command: [node, x], enabled: false }
    free: { type: local, command: [node, x] }
session_kinds:
  main: { deny: [s.b] }
  onboarding: { allow: [s.a] }
`
  const skill = '---\nname: guard\ndescription: Guards s.a\ngranted_tools: [s.a]\n---\nBe careful.\n'
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'signalbox-why-'))
    writeFiles(folder, { 'workspace.yaml': yaml, 'skills/guard/SKILL.md': skill })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['main', 's.a', 'maybe', 'skill_required'],
    ['main', 's.b', 'no', 'session_kind'],
    ['subagent', 's.b', 'yes', undefined],
    ['main', 's.c', 'no', 'not_declared'],
    ['main', 'off.x', 'no', 'server_disabled'],
    ['main', 'free.x', 'maybe', undefined],
    ['onboarding', 'free.x', 'no', 'session_kind'],
    ['onboarding', 's.a', 'maybe', 'skill_required'],
    ['main', 'file_write', 'no', 'session_kind'],
    ['subagent', 'file_write', 'yes', undefined],
    ['main', 'nobody.x', 'no', 'not_declared'],
  ] as const)('%s, %s: %s %s', async (kind, tool, callable, reason) => {
    const { compiled } = await new WorkspaceReader(folder).read()
    if (!compiled.plan) throw new Error(JSON.stringify(compiled.diagnostics))
    expect(whyTool(compiled.plan, kind, tool)).toMatchObject({ callable, ...(reason ? { reason } : {}) })
  })

  it('predicts exactly the built-in tools that a run offers', async () => {
    const { compiled } = await new WorkspaceReader(folder).read()
    if (!compiled.plan) throw new Error('it does not compile')
    const { tools, absent } = predictManifest(compiled.plan, 'subagent')
    const predicted = [...tools, ...absent].map(({ id }) => id).filter((id) => !id.includes('.'))
    const real = [
      ...fileTools({ root: folder, writeRefusal: () => null, onChange: () => {} }),
      ...outputTools({ root: folder, apps: [] } as never),
      ...new RunSkills(compiled.plan.skills, {} as never).tools(),
    ].map(({ id }) => id)
    expect(predicted.sort()).toEqual(real.sort())
  })
})

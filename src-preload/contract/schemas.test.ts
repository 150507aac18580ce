import { describe, expect, it } from 'vitest'
import { idPrefix, isId } from './ids.ts'
import { type OperationName, operationNames } from './operations.ts'
import { harnessRequestSchema, operationSchemas } from './schemas.ts'

const ws = 'ws_0abcdefgh1'
const ses = 'ses_0abcdefgh1'
const run = 'run_0abcdefgh1'
const out = 'out_0abcdefgh1'
const ofApp = { workspaceId: ws, appId: 'board' }
const stream = { kind: 'session', id: ses }

/** For every operation: an input that is right, and inputs that differ from a right one in one thing. */
const table: Record<OperationName, { right: unknown; wrong: unknown[] }> = {
  'product.info': { right: {}, wrong: [null, [], 'x'] },
  'settings.read': {
    right: { key: 'layout' },
    wrong: [{}, { key: '' }, { key: 1 }, { key: 'x'.repeat(201) }],
  },
  'settings.write': {
    right: { key: 'a', value: '' },
    wrong: [{ key: 'a' }, { key: 'a', value: {} }, { key: 'a', value: 'x'.repeat(262_145) }],
  },
  'models.read': { right: {}, wrong: [undefined] },
  'models.write': {
    right: {
      api: 'openai-completions',
      provider: 'p',
      model: 'm',
      baseUrl: 'http://127.0.0.1:1234/v1',
      keyName: '',
    },
    wrong: [
      { api: 'none', provider: 'p', model: 'm', baseUrl: 'http://a', keyName: '' },
      { api: 'openai-completions', provider: 'p', model: 'm', baseUrl: 'file:///etc/passwd', keyName: '' },
      { api: 'openai-completions', provider: 'p', model: 'm', baseUrl: 'http://a', keyName: 'A B' },
      { api: 'openai-completions', provider: 'p', model: 'm', baseUrl: 'http://a', keyName: 'A;B' },
    ],
  },
  'workspaces.list': { right: {}, wrong: [1] },
  'workspaces.pick': { right: {}, wrong: ['/etc'] },
  'workspaces.view': {
    right: { workspaceId: ws },
    wrong: [{ workspaceId: ses }, { workspaceId: '' }, { workspaceId: `${ws}/..` }],
  },
  'workspaces.reveal': {
    right: { workspaceId: ws, path: 'a' },
    wrong: [
      { workspaceId: ws, path: 1 },
      { workspaceId: ws, path: 'x'.repeat(4097) },
    ],
  },
  'workspaces.forget': { right: { workspaceId: ws }, wrong: [{}] },
  'sessions.list': { right: { workspaceId: ws }, wrong: [{ workspaceId: null }] },
  'sessions.view': {
    right: { sessionId: ses },
    wrong: [{ sessionId: run }, { sessionId: 'SES_0ABCDEFGH1' }],
  },
  'runs.start': {
    right: { workspaceId: ws, instruction: 'go', kind: 'main', harness: 'loop' },
    wrong: [
      { workspaceId: ws, instruction: '', kind: 'main', harness: 'loop' },
      { workspaceId: ws, instruction: 'go', kind: 'root', harness: 'loop' },
      { workspaceId: ws, instruction: 'go', kind: 'main' },
      { workspaceId: ws, instruction: 'go', kind: 'main', harness: 'loop', sessionId: run },
      { workspaceId: ws, instruction: 'x'.repeat(200_001), kind: 'main', harness: 'loop' },
    ],
  },
  'runs.stop': { right: { runId: run }, wrong: [{ runId: ws }] },
  'runs.package': { right: { runId: run }, wrong: [{ runId: [run] }] },
  'streams.since': {
    right: { stream, seq: 0, limit: 1000 },
    wrong: [
      { stream, seq: -1, limit: 10 },
      { stream, seq: 0.5, limit: 10 },
      { stream, seq: 0, limit: 1001 },
      { stream, seq: 0, limit: 0 },
      { stream: { kind: 'workspace', id: ses }, seq: 0, limit: 1 },
      { stream: { ...stream, more: 1 }, seq: 0, limit: 1 },
    ],
  },
  'streams.openText': { right: { sessionId: ses }, wrong: [{}] },
  'streams.watch': { right: { stream: { kind: 'workspace', id: ws } }, wrong: [{ stream: { kind: 'all' } }] },
  'streams.unwatch': { right: { stream }, wrong: [{ stream: ses }] },
  'files.list': { right: { workspaceId: ws, path: '' }, wrong: [{ workspaceId: ws }] },
  'files.read': { right: { workspaceId: ws, path: 'a/b' }, wrong: [{ workspaceId: ws, path: ['a'] }] },
  'authoring.write': {
    right: { workspaceId: ws, path: 'AGENTS.md', text: '', baseSha256: 'a'.repeat(64) },
    wrong: [
      { workspaceId: ws, path: '', text: '', baseSha256: 'a'.repeat(64) },
      { workspaceId: ws, path: 'a', text: '', baseSha256: 'none' },
      { workspaceId: ws, path: 'a', text: '' },
    ],
  },
  'authoring.edit': {
    right: {
      workspaceId: ws,
      edits: [{ path: ['mcp_registry', 'allowlist', 0], value: [1] }, { path: ['name'] }],
    },
    wrong: [
      { workspaceId: ws },
      { workspaceId: ws, edits: [], text: null },
      { workspaceId: ws, edits: [{ path: [], value: 1 }] },
      { workspaceId: ws, edits: [{ path: [{}], value: 1 }] },
    ],
  },
  'authoring.preview': {
    right: { workspaceId: ws, path: 'AGENTS.md', text: '' },
    wrong: [
      { workspaceId: ws, path: 'AGENTS.md' },
      { workspaceId: ws, path: '', text: '' },
    ],
  },
  'trust.review': { right: { workspaceId: ws }, wrong: [{}] },
  'trust.grant': {
    right: { workspaceId: ws, digest: 'a'.repeat(64), keys: ['server:files'] },
    wrong: [
      { workspaceId: ws, keys: ['server:files'] },
      { workspaceId: ws, digest: 'any', keys: [] },
      { workspaceId: ws, digest: 'a'.repeat(64), keys: [''] },
      { workspaceId: ws, digest: 'a'.repeat(64), keys: ['a'], trusted: true },
    ],
  },
  'trust.withdraw': { right: { workspaceId: ws }, wrong: [{ workspaceId: ses }] },
  'imports.inspect': { right: { workspaceId: ws }, wrong: [{ workspaceId: ws, path: '/' }] },
  'imports.preview': { right: { workspaceId: ws, keys: [] }, wrong: [{ workspaceId: ws }] },
  'imports.apply': {
    right: { workspaceId: ws, keys: ['a'], digest: 'a'.repeat(64) },
    wrong: [{ workspaceId: ws, keys: ['a'] }],
  },
  'runs.preflight': {
    right: { workspaceId: ws, kind: 'main', harness: 'loop', live: false },
    wrong: [
      { workspaceId: ws, kind: 'main', harness: 'loop' },
      { workspaceId: ws, kind: 'any', harness: 'loop', live: true },
    ],
  },
  'runs.given': { right: { runId: run }, wrong: [{ runId: ws }] },
  'apps.start': { right: ofApp, wrong: [{ workspaceId: ws, appId: '' }] },
  'apps.stop': { right: ofApp, wrong: [{ appId: 'board' }] },
  'apps.log': { right: ofApp, wrong: [{ ...ofApp, appId: {} }] },
  'surfaces.open': { right: { ...ofApp, route: '/x' }, wrong: [{ ...ofApp, route: 'x'.repeat(2001) }] },
  'surfaces.place': {
    right: { surfaceId: 's', bounds: { x: -1, y: 0, width: 10, height: 0 } },
    wrong: [
      { surfaceId: 's', bounds: { x: 0, y: 0, width: -1, height: 0 } },
      { surfaceId: 's', bounds: { x: Number.NaN, y: 0, width: 1, height: 1 } },
      { surfaceId: 's', bounds: { x: 0, y: 0, width: Number.POSITIVE_INFINITY, height: 1 } },
      { surfaceId: 's', bounds: { x: 0, y: 0, width: 1, height: 1, z: 1 } },
    ],
  },
  'surfaces.hide': { right: { surfaceId: 's' }, wrong: [{ surfaceId: 1 }] },
  'outputs.list': { right: { workspaceId: ws }, wrong: [{ workspaceId: out }] },
  'outputs.open': { right: { outputId: out }, wrong: [{ outputId: run }] },
  'blobs.read': {
    right: { hash: 'a'.repeat(64), offset: 0, length: 1 },
    wrong: [
      { hash: 'A'.repeat(64), offset: 0, length: 1 },
      { hash: `${'a'.repeat(63)}/`, offset: 0, length: 1 },
      { hash: 'a'.repeat(64), offset: -1, length: 1 },
      { hash: 'a'.repeat(64), offset: 0, length: 1_048_577 },
    ],
  },
}

const accepts = (name: OperationName, input: unknown) => operationSchemas[name].safeParse(input).success

describe.each(operationNames)('the input of %s', (name) => {
  const { right, wrong } = table[name]

  it('is accepted when it is right', () => {
    expect(operationSchemas[name].parse(right)).toEqual(right)
  })

  it('is refused with a key that it does not have', () => {
    expect(accepts(name, { ...(right as object), unasked: 1 })).toBe(false)
  })

  it('is refused when a key has a wrong value or is missing', () => {
    expect(wrong.length).toBeGreaterThan(0)
    for (const input of wrong)
      expect({ input, accepted: accepts(name, input) }).toEqual({ input, accepted: false })
    for (const key of Object.keys(right as object)) {
      expect({ key, accepted: accepts(name, { ...(right as object), [key]: Symbol('wrong') }) }).toEqual({
        key,
        accepted: false,
      })
    }
  })
})

describe('an id', () => {
  it('is of its own kind only, and never a path', () => {
    for (const kind of Object.keys(idPrefix) as (keyof typeof idPrefix)[]) {
      expect(isId(kind, `${idPrefix[kind]}_0abcdefgh1`)).toBe(true)
      const others = Object.values(idPrefix).filter((prefix) => prefix !== idPrefix[kind])
      for (const prefix of others) expect(isId(kind, `${prefix}_0abcdefgh1`)).toBe(false)
      for (const tail of [
        '',
        'short',
        'UPPERCASE1',
        'has/slash1',
        'has..dots1',
        'new\nline12',
        'x'.repeat(41),
      ]) {
        expect(isId(kind, `${idPrefix[kind]}_${tail}`)).toBe(false)
      }
      expect(isId(kind, `${idPrefix[kind]}_0abcdefgh1\n`)).toBe(false)
    }
  })
})

describe('the request that a host gets', () => {
  const request = {
    workspaceId: ws,
    sessionId: ses,
    runId: run,
    attempt: 1,
    sessionKind: 'main',
    instruction: 'go',
    contextMessages: [
      { role: 'user', text: 'a' },
      {
        role: 'assistant',
        text: 'b',
        calls: [{ callId: 'c', alias: 't', args: { deep: [1, null, { x: true }] } }],
      },
      { role: 'tool', callId: 'c', alias: 't', text: 'r', failed: false },
    ],
    systemPrompt: '',
    modelClient: { api: 'none', provider: '', model: '', baseUrl: '' },
    attachments: [],
    tools: [{ id: 's.t', alias: 's_t', description: '', schema: { type: 'object' } }],
    skills: [{ id: 'k', description: 'd' }],
    mcpServers: [{ id: 's' }],
    mcpRefs: ['s.t'],
    outputFormat: null,
    budgets: {},
    configChecksum: 'h',
  }
  const refuses = (more: object) => !harnessRequestSchema.safeParse({ ...request, ...more }).success

  it('is accepted whole', () => {
    expect(harnessRequestSchema.parse(request)).toEqual(request)
  })

  it('may hold no key beside its own, on any level', () => {
    expect(refuses({ dataFolder: '/x' })).toBe(true)
    expect(refuses({ modelClient: { ...request.modelClient, apiKey: 'k' } })).toBe(true)
    expect(refuses({ tools: [{ ...request.tools[0], policy: 'allow' }] })).toBe(true)
    expect(refuses({ mcpServers: [{ id: 's', command: ['x'] }] })).toBe(true)
    expect(refuses({ skills: [{ ...request.skills[0], path: 'x' }] })).toBe(true)
    expect(refuses({ contextMessages: [{ role: 'system', text: 'x' }] })).toBe(true)
    expect(refuses({ contextMessages: [{ role: 'user', text: 'x', calls: [] }] })).toBe(true)
  })

  it.each(Object.keys(request))('is refused without %s', (key) => {
    expect(refuses({ [key]: undefined })).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { comparePackages } from './compare-packages.ts'
import type { RunId, SessionId, WorkspaceId } from './ids.ts'
import type { CompiledRun, PackagedTool } from './package.ts'

const tool = (id: string, more: Partial<PackagedTool> = {}): PackagedTool => ({
  id,
  alias: id.replace('.', '_'),
  family: 'mcp:docs',
  source: { kind: 'mcp', server: 'docs' },
  description: `Does ${id}`,
  schema: { type: 'object', properties: {} },
  policy: 'allow',
  deferred: false,
  readOnly: true,
  idempotent: true,
  ...more,
})

const base: CompiledRun = {
  workspaceId: 'ws_one0000001' as WorkspaceId,
  sessionId: 'ses_one000001' as SessionId,
  runId: 'run_one000001' as RunId,
  sessionKind: 'main',
  instruction: 'Plan.',
  harness: 'loop',
  model: { api: 'openai-completions', provider: 'ollama', model: 'qwen3', baseUrl: 'http://127.0.0.1:1' },
  sections: [
    {
      id: 'instructions',
      title: 'Workspace policy',
      text: 'Be brief.',
      origin: { kind: 'file', file: 'AGENTS.md', line: 1 },
      tokens: 3,
    },
    {
      id: 'context',
      title: 'Session',
      text: 'Date: 2026-11-29\nSystem: linux\nSession: ses_one000001',
      origin: { kind: 'runtime' },
      tokens: 12,
    },
  ],
  contextMessages: [],
  tools: [tool('docs.search')],
  manifest: {
    tools: [],
    absent: [{ id: 'file_write', family: 'files.write', reason: 'session_kind' }],
    servers: [{ id: 'docs', state: 'ready', mode: 'explicit' }],
    apps: [{ id: 'board', state: 'ready' }],
  },
  skills: [{ id: 'press', description: 'Press notes', path: 'skills/press/SKILL.md' }],
  commands: [],
  servers: [{ id: 'docs', kind: 'local', enabled: true, mode: 'explicit' }],
  mcpRefs: ['docs.search'],
  apps: [{ id: 'board', name: 'Board' }],
  attachments: [],
  outputFormat: null,
  budgets: {},
  policyDigest: 'p1',
  configChecksum: 'c1',
  files: [
    { path: 'AGENTS.md', sha256: 'a1' },
    { path: 'workspace.yaml', sha256: 'w1' },
  ],
  findings: [],
}

const compare = (more: Partial<CompiledRun>) => comparePackages(base, { ...base, ...more })

describe('comparing two packages', () => {
  it('finds nothing between a package and itself', () => {
    expect(compare({}).same).toBe(true)
  })

  it('does not take ids, the instruction, the conversation and the date for differences', () => {
    const [instructions, context] = base.sections
    const diff = compare({
      runId: 'run_two000001' as RunId,
      sessionId: 'ses_two000001' as SessionId,
      instruction: 'Plan again.',
      contextMessages: [{ role: 'user', text: 'Plan.' }],
      sections: [
        instructions!,
        { ...context!, text: 'Date: 2026-11-30\nSystem: linux\nSession: ses_two000001', tokens: 13 },
      ],
    })
    expect(diff.same).toBe(true)
  })

  it('sees another system in the session section, without the date beside it', () => {
    const [instructions, context] = base.sections
    const diff = compare({
      sections: [instructions!, { ...context!, text: 'Date: 2026-11-30\nSystem: darwin\nSession: x' }],
    })
    expect(diff.sections.changed.map(({ before, after }) => [before.text, after.text])).toEqual([
      ['System: linux', 'System: darwin'],
    ])
  })

  it('names the files that were added, removed and changed', () => {
    const { files, same } = compare({
      files: [
        { path: 'AGENTS.md', sha256: 'a2' },
        { path: 'KNOWLEDGE.md', sha256: 'k1' },
      ],
    })
    expect(same).toBe(false)
    expect(files.changed.map(({ after }) => after.path)).toEqual(['AGENTS.md'])
    expect(files.added.map(({ path }) => path)).toEqual(['KNOWLEDGE.md'])
    expect(files.removed.map(({ path }) => path)).toEqual(['workspace.yaml'])
  })

  it('gives both texts of a changed prompt section', () => {
    const [instructions, context] = base.sections
    const { sections } = compare({ sections: [{ ...instructions!, text: 'Be long.' }, context!] })
    expect(sections.changed).toMatchObject([{ before: { text: 'Be brief.' }, after: { text: 'Be long.' } }])
  })

  it('says what about a tool changed, and that the order of keys in a schema is no change', () => {
    const reordered = tool('docs.search', { schema: { properties: {}, type: 'object' } })
    expect(compare({ tools: [reordered] }).same).toBe(true)
    const changed = tool('docs.search', {
      description: 'Finds',
      schema: { type: 'object', required: ['q'] },
      readOnly: false,
    })
    expect(compare({ tools: [changed] }).tools.changed[0]?.what).toEqual(['description', 'schema', 'hints'])
    expect(compare({ tools: [tool('docs.read')] }).tools).toMatchObject({
      added: [{ id: 'docs.read' }],
      removed: [{ id: 'docs.search' }],
    })
  })

  it('tells absences that came, went, or have another reason', () => {
    const absent = (entries: CompiledRun['manifest']['absent']) =>
      compare({ manifest: { ...base.manifest, absent: entries } }).absences
    expect(absent([]).removed).toMatchObject([{ id: 'file_write', reason: 'session_kind' }])
    expect(
      absent([{ id: 'file_write', family: 'files.write', reason: 'denied_by_policy' }]).changed,
    ).toMatchObject([{ before: { reason: 'session_kind' }, after: { reason: 'denied_by_policy' } }])
  })

  it('tells a server that was reached before and is not now, and one switched off', () => {
    const down = compare({
      manifest: {
        ...base.manifest,
        servers: [{ id: 'docs', state: 'failed', mode: 'explicit', detail: 'ended with code 1' }],
      },
    })
    expect(down.servers.changed).toMatchObject([
      { before: { state: 'ready' }, after: { state: 'failed', detail: 'ended with code 1' } },
    ])
    const off = compare({ servers: [{ id: 'docs', kind: 'local', enabled: false, mode: 'explicit' }] })
    expect(off.servers.changed).toMatchObject([{ before: { enabled: true }, after: { enabled: false } }])
  })

  it('gives apps, skills, and each single value that is another one', () => {
    const diff = compare({
      sessionKind: 'subagent',
      harness: 'rehearsal',
      model: { ...base.model, model: 'qwen4' },
      policyDigest: 'p2',
      configChecksum: 'c2',
      skills: [],
      manifest: { ...base.manifest, apps: [] },
      tape: { steps: [] },
    })
    expect(diff.facts.map(({ name }) => name)).toEqual([
      'sessionKind',
      'harness',
      'model',
      'tape',
      'policyDigest',
      'configChecksum',
    ])
    expect(diff.facts.find(({ name }) => name === 'tape')?.before).toBeNull()
    expect(diff.skills.removed).toHaveLength(1)
    expect(diff.apps.removed).toHaveLength(1)
  })
})

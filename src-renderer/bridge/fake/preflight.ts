import type { Input, Preflight, PromptSection, ToolFamily, WorkspaceView } from '@contract'
import { instructions } from './seed-texts.ts'

const section = (id: string, title: string, tokens: number, file?: string): PromptSection => ({
  id,
  title,
  text: title,
  origin: file ? { kind: 'file', file, line: 1 } : { kind: 'runtime' },
  tokens,
})

const toolCosts: [id: string, family: ToolFamily, tokens: number | null][] = [
  ['file_read', 'files.read', 96],
  ['file_list', 'files.read', 71],
  ['grep', 'files.read', 154],
  ['agent_spawn', 'delegate', 212],
  ['write_report', 'outputs', 188],
  ['todo', 'plan', 131],
  ['docs.search', 'mcp:docs', 164],
  ['docs.read', 'mcp:docs', 92],
  ['launch-board.add_item', 'app:launch-board', 143],
  ['launch-board.list_items', 'app:launch-board', 60],
  ['calendar.upcoming', 'mcp:calendar', null],
]

/** What a run of this workspace would be given; one that does not compile gets no further than its faults. */
export function preflightOf(view: WorkspaceView, input: Input<'runs.preflight'>): Preflight {
  const errors = view.diagnostics.filter(({ severity }) => severity === 'error')
  const base: Preflight = {
    kind: input.kind,
    harness: input.harness,
    live: input.live,
    faults: [],
    findings: view.diagnostics,
    sections: [],
    tools: [],
    manifest: null,
    discovery: [],
    environment: [],
    model: null,
    configChecksum: view.configChecksum,
    stageMs: { collect: 9, compile: 14 },
  }
  if (errors.length > 0) return { ...base, faults: errors.map(faultOf) }
  if (view.servers.length < 2) return { ...base, ...small, live: input.live }
  return { ...base, ...full(input) }
}

const faultOf = ({
  code,
  message,
  hint,
  at,
}: WorkspaceView['diagnostics'][number]): Preflight['faults'][number] => ({
  owner: 'author',
  stage: 'compile',
  code,
  message,
  ...(hint && { hint }),
  at,
  retry: 'no',
})

const small: Partial<Preflight> = {
  faults: [
    {
      owner: 'provider',
      stage: 'project',
      code: 'model_missing',
      message: 'No model is chosen, and this harness needs one.',
      hint: 'Choose one beside the composer, or write agents.model.',
      retry: 'no',
    },
  ],
  environment: [
    { name: 'ACME_TOKEN', destination: 'server billing', state: 'not_granted' },
    { name: 'ACME_ROOT', destination: 'server billing', state: 'missing' },
  ],
  sections: [section('core', 'Runtime', 212)],
}

function full({ live, kind, harness }: Input<'runs.preflight'>): Partial<Preflight> {
  const isTape = harness === 'rehearsal'
  const isReady = live ? ('ready' as const) : ('off' as const)
  return {
    findings: [
      {
        severity: 'warning',
        code: 'workspace_mcp_server_unlisted',
        message: 'The server calendar has no tool in the allowlist, so it contributes nothing.',
        hint: 'Name one of its tools, or write allowlist.others: discover.',
        at: { file: 'workspace.yaml', line: 8, column: 5 },
      },
    ],
    sections: [
      section('core', 'Runtime', 212),
      section('execution', 'Execution policy', 340),
      section('session', 'Session policy', 118),
      section('capabilities', 'Capabilities', 264),
      section('instructions', 'Workspace policy', Math.ceil(instructions.length / 4), 'AGENTS.md'),
      section('knowledge', 'Knowledge', 1840, 'knowledge/KNOWLEDGE.md'),
      section('skills', 'Skills', 36, 'skills/press-note/SKILL.md'),
      section('context', 'Session', 58),
    ],
    tools: toolCosts.map(([id, family, tokens]) => ({ id, family, tokens })),
    manifest: {
      tools: toolCosts.map(([id, family]) => ({ id, alias: id.replace('.', '_'), family })),
      absent: [
        {
          id: 'docs.bulk_export',
          family: 'mcp:docs',
          reason: 'quarantined',
          detail: 'its schema has a $ref to nothing (#/defs/Range)',
        },
        { id: 'crm.find', family: 'mcp:crm', reason: 'needs_sign_in', detail: 'the token ended' },
        { id: 'shell', family: 'shell', reason: 'session_kind', detail: `${kind} delegates it` },
        { id: 'file_write', family: 'files.write', reason: 'session_kind', detail: `${kind} delegates it` },
      ],
      servers: [
        {
          id: 'docs',
          state: isReady,
          mode: 'explicit',
          ...(live && { detail: 'Answered in 84 ms, 4 tools' }),
        },
        { id: 'calendar', state: 'off', mode: 'discovery', detail: 'Nothing of it is listed' },
        { id: 'crm', state: 'needs_sign_in', mode: 'explicit', detail: 'The token ended yesterday at 18:02' },
      ],
      apps: [
        { id: 'launch-board', state: isReady, ...(live && { detail: 'Answers /health in 4 ms' }) },
        live
          ? { id: 'notes', state: 'failed', detail: 'Ended with code 1: Cannot find module ./store.mjs' }
          : { id: 'notes', state: 'off' },
      ],
    },
    discovery: live ? [] : ['calendar'],
    environment: [
      { name: 'CRM_TOKEN', destination: 'server crm', state: 'set' },
      { name: 'CALENDAR_URL', destination: 'server calendar', state: 'missing' },
      { name: 'BOARD_KEY', destination: 'app launch-board', state: 'not_granted' },
    ],
    model: isTape ? null : { name: 'ollama/qwen3', baseUrl: 'http://127.0.0.1:11434/v1' },
    stageMs: { collect: 12, compile: 18, prepare: live ? 1420 : 2, context: 6, project: 9 },
  }
}

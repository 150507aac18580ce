import type {
  AppView,
  FileContent,
  FileDigest,
  FileEntry,
  ProductInfo,
  ServerView,
  WorkspaceId,
  WorkspaceSummary,
  WorkspaceView,
} from '@contract'
import { hash } from './events.ts'
import { badYaml, brief, instructions, manifest, report, workspaceYaml } from './seed-texts.ts'

/** Believable workspaces: one that runs, one that is not trusted, one with errors. */
export const launch = 'ws_launch0001' as WorkspaceId
export const acme = 'ws_acme000001' as WorkspaceId
export const radar = 'ws_radar00001' as WorkspaceId

export const tapeInstruction = 'Read the brief, plan the launch on the board, and write the launch brief.'

export const productInfo: ProductInfo = {
  version: '0.1.0',
  electron: '33.2.1',
  chromium: '130.0.6723.118',
  node: '20.18.1',
  platform: 'linux',
  sandboxed: true,
  dataFolder: '/home/operator/.config/Signalbox',
  harnesses: [
    { id: 'loop', title: 'Loop', label: null, depth: 'deep', needsModel: true },
    { id: 'rehearsal', title: 'Rehearsal', label: 'rehearsal: no AI', depth: 'deep', needsModel: false },
  ],
  sampleWorkspaceId: launch,
  notices: [],
}

function server(id: string, state: ServerView['state'], more: Partial<ServerView> = {}): ServerView {
  return {
    id,
    kind: 'local',
    enabled: true,
    mode: 'explicit',
    target: `node servers/${id}.mjs`,
    state,
    detail: '',
    tools: null,
    ...more,
  }
}

function app(workspaceId: WorkspaceId, id: string, name: string, more: Partial<AppView> = {}): AppView {
  return {
    workspaceId,
    id,
    name,
    icon: null,
    state: 'off',
    detail: '',
    port: null,
    tools: null,
    hasPage: true,
    startCommand: `node apps/${id}/server.mjs`,
    pid: null,
    ...more,
  }
}

function view(summary: WorkspaceSummary, more: Partial<WorkspaceView>): WorkspaceView {
  return {
    summary,
    diagnostics: [],
    configChecksum: '5be1c07d9a0f4a6c1f4427f6bb0d1f2e5be1c07d9a0f4a6c1f4427f6bb0d1f2e',
    files: [],
    agent: { id: 'workspace.general', model: 'ollama/qwen3', harness: 'loop' },
    servers: [],
    apps: [],
    skills: [],
    toolIds: [],
    tapes: [],
    hasInstructions: true,
    ...more,
  }
}

const summary = (id: WorkspaceId, name: string, more: Partial<WorkspaceSummary> = {}): WorkspaceSummary => ({
  id,
  name,
  path: `/home/operator/workspaces/${name.toLowerCase().replaceAll(' ', '-')}`,
  trusted: true,
  review: 0,
  state: 'ok',
  errors: 0,
  openedAt: 0,
  ...more,
})

/** The authored files of the launch workspace as they are now, and as the newest run of its history saw them. */
export const authoredFiles: FileDigest[] = [
  { path: 'AGENTS.md', sha256: hash('a') },
  { path: 'apps/launch-board/app.yaml', sha256: hash('b') },
  { path: 'skills/press-note/SKILL.md', sha256: hash('5') },
  { path: 'workspace.yaml', sha256: hash('9') },
]

export function seedViews(): Map<WorkspaceId, WorkspaceView> {
  return new Map([
    [
      launch,
      view(summary(launch, 'Product launch'), {
        files: authoredFiles,
        servers: [
          server('docs', 'ready', { tools: 4 }),
          server('calendar', 'off', { detail: 'Starts with the next run', mode: 'discovery' }),
          server('crm', 'needs_sign_in', {
            kind: 'remote',
            target: 'https://crm.example/mcp',
            detail: 'The token ended yesterday at 18:02',
          }),
        ],
        apps: [
          app(launch, 'launch-board', 'Launch board', { detail: 'Starts when a run needs it' }),
          app(launch, 'notes', 'Notes', {
            state: 'failed',
            detail: 'Ended with code 1, 5 of 5 starts tried: Cannot find module ./store.mjs',
          }),
        ],
        skills: [
          { id: 'press-note', description: 'How we write press notes', path: 'skills/press-note/SKILL.md' },
        ],
        toolIds: ['launch-board.add_item', 'docs.search'],
        tapes: [{ path: 'rehearsals/launch.yaml', name: 'launch', instruction: tapeInstruction }],
      }),
    ],
    [
      acme,
      view(summary(acme, 'Acme delivery', { trusted: false }), {
        servers: [server('billing', 'off', { detail: 'Not started: the workspace is not trusted' })],
        apps: [
          app(acme, 'delivery-plan', 'Delivery plan', {
            detail: 'Not started: the workspace is not trusted',
          }),
        ],
      }),
    ],
    [
      radar,
      view(summary(radar, 'Research radar', { state: 'errors', errors: 2, review: 2 }), {
        configChecksum: null,
        agent: null,
        diagnostics: [
          {
            severity: 'error',
            code: 'tool_unknown',
            message: 'The allowlist names docs.serach, which no server of this workspace offers.',
            hint: 'Did you mean docs.search?',
            at: { file: 'workspace.yaml', line: 10, column: 9 },
          },
          {
            severity: 'error',
            code: 'model_missing',
            message: 'agents.model is empty.',
            hint: 'Write provider/model, for example ollama/qwen3.',
            at: { file: 'workspace.yaml', line: 4, column: 3 },
          },
          {
            severity: 'warning',
            code: 'instructions_long',
            message: 'AGENTS.md has 9,412 tokens; every request carries them.',
            at: { file: 'AGENTS.md', line: 1 },
          },
        ],
      }),
    ],
  ])
}

const launchFiles: Record<string, string> = {
  'AGENTS.md': instructions,
  'workspace.yaml': workspaceYaml,
  'brief.md': brief,
  'launch-brief.md': report,
  'apps/launch-board/app.yaml': manifest,
  'apps/launch-board/server.mjs':
    "import { createServer } from 'node:http'\n\ncreateServer().listen(process.env.PORT)\n",
  'rehearsals/launch.yaml': 'name: launch\nsteps:\n  - tool: file_read\n    args: { path: brief.md }\n',
  'skills/press-note/SKILL.md':
    '---\nname: press-note\n---\n\n# Press notes\n\nOne page, one message, one contact.\n',
}

const filesOf = (id: WorkspaceId): Record<string, string> =>
  id === launch
    ? launchFiles
    : { 'AGENTS.md': instructions, 'workspace.yaml': id === radar ? badYaml : workspaceYaml }

export function listFolder(id: WorkspaceId, path: string): FileEntry[] {
  const prefix = path ? `${path}/` : ''
  const names = new Map<string, FileEntry>()
  const extra = id === launch && !path ? { 'logo.png': '', 'export.bin': '' } : {}
  for (const [file, text] of Object.entries({ ...filesOf(id), ...extra })) {
    if (!file.startsWith(prefix)) continue
    const [name = '', ...rest] = file.slice(prefix.length).split('/')
    const kind = rest.length > 0 ? 'folder' : 'file'
    names.set(name, {
      name,
      path: prefix + name,
      kind,
      bytes: kind === 'file' ? text.length : null,
      modifiedAt: null,
    })
  }
  return [...names.values()].sort((one, other) =>
    one.kind === other.kind ? one.name.localeCompare(other.name) : one.kind === 'folder' ? -1 : 1,
  )
}

const picture =
  'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg" width="240" height="120"><rect width="240" height="120" rx="12" fill="%231f6feb"/><circle cx="60" cy="60" r="26" fill="%234ccb8a"/></svg>'

export function writeFile(id: WorkspaceId, path: string, text: string): void {
  filesOf(id)[path] = text
}

export function readFile(id: WorkspaceId, path: string): FileContent | null {
  if (path === 'logo.png') return { kind: 'image', path, mime: 'image/png', dataUrl: picture, bytes: 18_411 }
  if (path === 'export.bin') return { kind: 'binary', path, bytes: 4_194_304 }
  const text = filesOf(id)[path]
  return text === undefined
    ? null
    : { kind: 'text', path, text, bytes: text.length, truncated: false, sha256: 'f'.repeat(64) }
}

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../kit/testing.ts'
import { compiledOf, type Files, findingsIn, line, minimal, workspaceOf } from './fixtures/folder.ts'
import { WorkspaceReader } from './read.ts'

const app = 'workspace_application_invalid'
const manifestWrong = 'app_manifest_invalid'
const noPort = 'app_mcp_port_missing'
const at = 'apps/board/app.runtime.yaml'

/** A workspace.yaml with these applications, the first at line 6. */
const declaring = (...apps: string[]) =>
  `${minimal}applications:\n${apps.map((text) => `  - ${text}\n`).join('')}`
const board = `{app_id: board, config_path: ${at}}`
const manifest = 'app_id: board\nmcp: {port: 3100}\n'
const withManifest = (text: string, more: Files = {}) => ({
  ...more,
  'workspace.yaml': declaring(board),
  [at]: text,
})
async function manifestFindings(text: string): Promise<string[]> {
  const { diagnostics } = await compiledOf(withManifest(text))
  return diagnostics.map((diagnostic) => line(diagnostic).replace(`${at}:`, ''))
}

describe('applications that are declared wrong are said in workspace.yaml', () => {
  it.each<[string, string, string[]]>([
    ['a mapping', `${minimal}applications: {board: x}\n`, [`5:15 ${app}`]],
    ['text in the list', declaring('board'), [`6:5 ${app}`]],
    ['no id', declaring(`{config_path: ${at}}`), [`6:5 ${app}`]],
    ['a number as id', declaring(`{app_id: 5, config_path: ${at}}`), [`6:14 ${app}`]],
    ['no path', declaring('{app_id: board}'), [`6:5 ${app}`]],
    ['a path that is no text', declaring('{app_id: board, config_path: [a]}'), [`6:34 ${app}`]],
    ['the same id twice', declaring(board, board), ['7:14 app_duplicate_id']],
    [
      'a manifest that is not there',
      declaring('{app_id: board, config_path: apps/none.yaml}'),
      ['6:34 app_config_not_found'],
    ],
    [
      'a path through a file',
      declaring(`{app_id: board, config_path: ${at}/x.yaml}`),
      ['6:34 app_config_not_found'],
    ],
    ['a folder', declaring('{app_id: board, config_path: apps/board}'), ['6:34 workspace_file_unreadable']],
    [
      'a path that climbs out',
      declaring('{app_id: board, config_path: ../app.yaml}'),
      ['6:34 workspace_path_escape'],
    ],
    [
      'a path that climbs out later',
      declaring('{app_id: board, config_path: apps/../../app.yaml}'),
      ['6:34 workspace_path_escape'],
    ],
    [
      'an absolute path',
      declaring('{app_id: board, config_path: /etc/hostname}'),
      ['6:34 workspace_path_escape'],
    ],
    [
      'a path of another system',
      declaring('{app_id: board, config_path: "C:\\\\app.yaml"}'),
      ['6:34 workspace_path_escape'],
    ],
    [
      'an id that is a path',
      declaring(`{app_id: ../../x, config_path: ${at}}`),
      [`${at}:1:9 app_id_mismatch`, `6:14 ${app}`],
    ],
    [
      'the id that is kept',
      declaring('{app_id: workspace, config_path: w.yaml}'),
      ['6:14 workspace_server_id_conflict'],
    ],
  ])('%s', async (_what, yaml, findings) => {
    const files = { [at]: manifest, 'w.yaml': 'app_id: workspace\nmcp: {port: 1}\n' }
    expect(await findingsIn(yaml, files)).toEqual(findings)
  })

  it('a path that leaves by a link: at the right line, once for each app that names it', async () => {
    const outside = tempFolder()
    writeFileSync(path.join(outside, 'app.yaml'), manifest)
    const make = (root: string) => symlinkSync(outside, path.join(root, 'linked'))
    const root = workspaceOf({
      'AGENTS.md': '',
      'workspace.yaml': declaring(
        board,
        '{app_id: two, config_path: ./linked/app.yaml}',
        '{app_id: three, config_path: linked/app.yaml}',
      ),
      [at]: manifest,
    })
    make(root)
    const { compiled } = await new WorkspaceReader(root).read()
    expect(compiled.diagnostics.map(line)).toEqual([
      'workspace.yaml:7:32 workspace_path_escape',
      'workspace.yaml:8:34 workspace_path_escape',
    ])
    expect(compiled.files.map((file) => file.path)).not.toContain('linked/app.yaml')
    expect(compiled.plan).toBeNull()
  })

  it('does not take the trouble of one path for that of another whose name it holds', async () => {
    const root = workspaceOf({
      'AGENTS.md': '',
      'workspace.yaml': declaring('{app_id: a, config_path: a}', '{app_id: b, config_path: sub/a}'),
    })
    mkdirSync(path.join(root, 'sub'))
    symlinkSync('/etc/hostname', path.join(root, 'sub', 'a'))
    const { compiled } = await new WorkspaceReader(root).read()
    expect(compiled.diagnostics.map(line)).toEqual([
      'workspace.yaml:6:30 app_config_not_found',
      'workspace.yaml:7:30 workspace_path_escape',
    ])
  })
})

describe('a manifest that is written wrong is said in the manifest', () => {
  it.each<[string, string, string[]]>([
    ['broken YAML', 'app_id: [\n', ['2:1 workspace_config_invalid_yaml']],
    ['no mapping', '- a\n', ['1:1 workspace_config_invalid_yaml']],
    ['another id', 'app_id: bord\nmcp: {port: 1}\n', ['1:9 app_id_mismatch']],
    ['no id', 'mcp: {port: 1}\n', ['1:1 app_id_mismatch']],
    ['no mcp', 'app_id: board\n', [`1:1 ${noPort}`]],
    ['mcp as text', 'app_id: board\nmcp: yes\n', [`2:6 ${noPort}`]],
    ['no port', 'app_id: board\nmcp: {path: /mcp}\n', [`2:6 ${noPort}`]],
    ['a port as text', 'app_id: board\nmcp: {port: "3100"}\n', [`2:13 ${noPort}`]],
    ['a port over the last', 'app_id: board\nmcp: {port: 70000}\n', [`2:13 ${noPort}`]],
    ['an unknown transport', 'app_id: board\nmcp: {port: 1, transport: ws}\n', [`2:27 ${manifestWrong}`]],
    ['both integrations', `${manifest}integrations: []\nintegration: {}\n`, ['4:1 app_integration_conflict']],
    ['a start that is a list', `${manifest}start: [node, x]\n`, [`3:8 ${manifestWrong}`]],
    ['a lifecycle that is text', `${manifest}lifecycle: go\n`, [`3:12 ${manifestWrong}`]],
    [
      'a health check without a time',
      `${manifest}healthchecks: {mcp: {timeout_s: -1}}\n`,
      [`3:33 ${manifestWrong}`],
    ],
    ['an env_contract of numbers', `${manifest}env_contract: [A, 5]\n`, [`3:19 ${manifestWrong}`]],
    ['views that are no text', `${manifest}ui: {views: {item: 5}}\n`, [`3:20 ${manifestWrong}`]],
  ])('%s', async (_what, text, findings) => {
    expect(await manifestFindings(text)).toEqual(findings)
  })
})

describe('an app that is written right', () => {
  it('is in the plan with its defaults', async () => {
    const { plan, diagnostics } = await compiledOf(withManifest(manifest))
    expect(diagnostics).toEqual([])
    expect(plan?.apps).toEqual([
      {
        id: 'board',
        configPath: at,
        folder: 'apps/board',
        name: 'board',
        icon: null,
        mcp: { port: 3100, transport: 'http', path: '/mcp', tools: null },
        health: { path: '/health', timeoutMs: 60_000, intervalMs: 5000, target: 'api' },
        setup: null,
        start: null,
        stop: null,
        envContract: [],
        ui: null,
      },
    ])
  })

  it('is in the plan with all that was written', async () => {
    const { plan } = await compiledOf(
      withManifest(
        [
          'app_id: board',
          'name: Board',
          'icon: page/icon.svg',
          'mcp: {port: 3100, transport: http-sse, path: /sse, tools: [add, move]}',
          'healthchecks: {api: {path: /up, timeout_s: 3, interval_s: 1}, mcp: {path: /mcp-up}}',
          'lifecycle: {setup: npm ci, start: node server.mjs, stop: "true"}',
          'start: ignored',
          'env_contract: [TOKEN]',
          'ui: {path: /, views: {item: "/#{resourceId}"}}',
        ].join('\n'),
      ),
    )
    expect(plan?.apps[0]).toMatchObject({
      name: 'Board',
      icon: 'page/icon.svg',
      mcp: { port: 3100, transport: 'http-sse', path: '/sse', tools: ['add', 'move'] },
      health: { path: '/mcp-up', timeoutMs: 60_000, intervalMs: 5000, target: 'mcp' },
      setup: 'npm ci',
      start: 'node server.mjs',
      stop: 'true',
      envContract: ['TOKEN'],
      ui: { path: '/', views: { item: '/#{resourceId}' } },
    })
  })

  it.each(['start: node a.mjs\n', 'lifecycle:\n  start: node a.mjs\n'])(
    'says how it starts: %j',
    async (text) => {
      const { plan } = await compiledOf(withManifest(manifest + text))
      expect(plan?.apps[0]?.start).toBe('node a.mjs')
    },
  )

  it('takes the place of a server of its name, and its tools may be in the allowlist', async () => {
    const yaml = `agents: {id: main}\nmcp_registry:\n  servers: {board: {type: nonsense}}\n  allowlist: {tool_ids: [board.add]}\napplications:\n  - ${board}\n`
    const { plan, diagnostics } = await compiledOf({ 'workspace.yaml': yaml, [at]: manifest })
    expect(diagnostics).toEqual([])
    expect(plan?.servers).toEqual([])
    expect(plan?.allowlist.toolIds).toEqual(['board.add'])
  })

  it('may be named by more than one way of writing its path', async () => {
    const { diagnostics } = await compiledOf({
      'workspace.yaml': declaring(`{app_id: board, config_path: ./apps//board/./app.runtime.yaml}`),
      [at]: manifest,
    })
    expect(diagnostics).toEqual([])
  })
})

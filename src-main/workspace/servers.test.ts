import { describe, expect, it } from 'vitest'
import { compiledOf, findingsIn } from './fixtures/folder.ts'
import { listingOf } from './index.ts'

const shape = 'workspace_mcp_server_unknown'
const badId = 'workspace_mcp_tool_id_invalid'
const placeholder = 'workspace_env_placeholder_invalid'

/** A workspace.yaml with these lines under `servers:` (from line 5 on, column 5) and an allowlist after them. */
const withServers = (lines: string[], allowlist = '') =>
  `agents:\n  id: main\nmcp_registry:\n  servers:\n${lines.map((text) => `    ${text}\n`).join('')}${allowlist}`
const local = 's: {type: local, command: [node, s.mjs]}'
const other = 'o: {type: remote, url: "https://example.com/mcp"}'
const allow = (...ids: string[]) =>
  `  allowlist:\n    tool_ids:\n${ids.map((id) => `      - ${id}\n`).join('')}`

describe('a server that is written wrong is said at its line and column', () => {
  it.each<[string, string[], string[]]>([
    ['no type', ['s: {command: [x]}'], [`5:5 ${shape}`]],
    ['an unknown type', ['s: {type: stdio, command: [x]}'], [`5:15 ${shape}`]],
    ['a type that is no text', ['s: {type: 1}'], [`5:15 ${shape}`]],
    ['text instead of a mapping', ['s: npx server'], [`5:8 ${shape}`]],
    ['nothing', ['s:'], [`5:7 ${shape}`]],
    ['a local one without a command', ['s:', '  type: local'], [`6:7 ${shape}`]],
    ['a command as one text', ['s:', '  type: local', '  command: npx server'], [`7:16 ${shape}`]],
    ['an empty command', ['s: {type: local, command: []}'], [`5:31 ${shape}`]],
    ['an empty program', ['s: {type: local, command: [""]}'], [`5:31 ${shape}`]],
    ['a number in a command', ['s: {type: local, command: [x, 80]}'], [`5:35 ${shape}`]],
    ['a remote one without a url', ['s: {type: remote}'], [`5:8 ${shape}`]],
    ['a url of another scheme', ['s: {type: remote, url: "file:///etc"}'], [`5:28 ${shape}`]],
    ['a url that is none', ['s: {type: remote, url: example.com}'], [`5:28 ${shape}`]],
    ['an unknown transport', ['s: {type: remote, url: "http://a", transport: ws}'], [`5:51 ${shape}`]],
    ['a header that is a number', ['s: {type: remote, url: "http://a", headers: {A: 1}}'], [`5:53 ${shape}`]],
    ['headers as a list', ['s: {type: remote, url: "http://a", headers: [a]}'], [`5:49 ${shape}`]],
    ['a quoted enabled', ['s: {type: local, command: [x], enabled: "true"}'], [`5:45 ${shape}`]],
    ['yes for enabled', ['s: {type: local, command: [x], enabled: yes}'], [`5:45 ${shape}`]],
    ['no time at all', ['s: {type: local, command: [x], timeout_ms: 0}'], [`5:48 ${shape}`]],
    ['half a millisecond', ['s: {type: local, command: [x], timeout_ms: 0.5}'], [`5:48 ${shape}`]],
    ['a time as text', ['s: {type: local, command: [x], timeout_ms: "5"}'], [`5:48 ${shape}`]],
    [
      'a number in the environment',
      ['s:', '  type: local', '  command: [x]', '  environment:', '    PORT: 80'],
      [`9:15 ${shape}`],
    ],
    ['a dot in its id', ['a.b: {type: local, command: [x]}'], [`5:5 ${shape}`]],
    ['the id that is kept, remote', ['workspace: {type: remote, url: "http://a"}'], [`5:5 ${shape}`]],
    ['two of them, and each once', ['a: {type: x}', 'b: {type: local}'], [`5:15 ${shape}`, `6:8 ${shape}`]],
  ])('%s', async (_what, lines, findings) => {
    expect(await findingsIn(withServers(lines))).toEqual(findings)
  })

  it.each<[string, string[], string[]]>([
    ['no name', ['A: "{env:}"'], [`9:12 ${placeholder}`]],
    ['a name with a space', ['A: "{env:MY KEY}"'], [`9:12 ${placeholder}`]],
    ['a name that begins with a digit', ['A: "{env:1A}"'], [`9:12 ${placeholder}`]],
    ['no closing brace', ['A: "x {env:A"'], [`9:12 ${placeholder}`]],
    ['two, the second wrong', ['A: "{env:A}{env:-}"'], [`9:12 ${placeholder}`]],
    ['in the second variable', ['A: "{env:A}"', 'B: "{env:b-c}"'], [`10:12 ${placeholder}`]],
  ])('a placeholder with %s, at the value', async (_what, variables, findings) => {
    const lines = [
      's:',
      '  type: local',
      '  command: [x]',
      '  environment:',
      ...variables.map((text) => `    ${text}`),
    ]
    expect(await findingsIn(withServers(lines))).toEqual(findings)
  })

  it('a wrong placeholder in a header', async () => {
    const lines = [
      's:',
      '  type: remote',
      '  url: https://a',
      '  headers:',
      '    Authorization: "Bearer {env:no-name}"',
    ]
    expect(await findingsIn(withServers(lines))).toEqual([`9:24 ${placeholder}`])
  })
})

describe('the allowlist', () => {
  it.each<[string, string, string[]]>([
    ['no server in an id', allow('tool'), [`8:9 ${badId}`]],
    ['no tool in an id', allow('s.'), [`8:9 ${badId}`]],
    ['a space in an id', allow('"s.a b"'), [`8:9 ${badId}`]],
    ['a number', allow('5'), [`8:9 ${badId}`]],
    ['a mapping', allow('{s: t}'), [`8:9 ${badId}`]],
    ['an id twice', allow('s.t', 's.u', 's.t'), [`10:9 ${badId}`]],
    ['a server that is not there', allow('s.t', 'nobody.t'), [`9:9 ${shape}`]],
    ['the catalogue, which is not there', allow('s.t', 'workspace.t'), ['9:9 workspace_mcp_catalog_missing']],
    ['ids as text', '  allowlist:\n    tool_ids: s.t\n', [`7:15 ${badId}`]],
    ['a list', '  allowlist: [s.t]\n', [`6:14 ${badId}`]],
    [
      'an unknown word for the others',
      '  allowlist:\n    others: all\n    tool_ids: [s.t]\n',
      [`7:13 ${badId}`],
    ],
  ])('with %s is said at the place', async (_what, allowlist, findings) => {
    expect(await findingsIn(withServers([local], allowlist))).toEqual(findings)
  })

  it('that names a tool of a disabled server says so, and does not blame a server that is wrong already', async () => {
    const disabled = await compiledOf({
      'workspace.yaml': withServers(['s: {type: local, command: [x], enabled: false}'], allow('s.t')),
    })
    expect(disabled.diagnostics).toMatchObject([
      { code: shape, message: 'tool_ids[0] "s.t": the server "s" is disabled.', at: { line: 8, column: 9 } },
    ])
    expect(await findingsIn(withServers(['s: {type: x}'], allow('s.t')))).toEqual([`5:15 ${shape}`])
  })

  it('warns of a server that it leaves out, unless the others are in discovery or it is disabled', async () => {
    const unlisted = 'warning workspace_mcp_server_unlisted'
    expect(await findingsIn(withServers([local, other], allow('s.t')))).toEqual([`6:5 ${unlisted}`])
    expect(await findingsIn(withServers([local, other], `${allow('s.t')}    others: discover\n`))).toEqual([])
    const off = other.replace('}', ', enabled: false}')
    expect(await findingsIn(withServers([local, off], allow('s.t')))).toEqual([])
    expect(await findingsIn(withServers([local, other]))).toEqual([])
  })
})

describe('servers that are written right', () => {
  it('are in the plan with their defaults, or with what was written', async () => {
    const { plan, diagnostics } = await compiledOf({
      'workspace.yaml': withServers([
        's: {type: local, command: [node, "a b", --x]}',
        'r: {type: remote, url: "https://h/mcp"}',
        'full: {type: local, command: [x], enabled: false, timeout_ms: 5000, environment: {A: "{env:TOKEN}", B: "plain {x}"}}',
        'sse: {type: remote, url: "http://127.0.0.1:1", transport: sse, headers: {Authorization: "Bearer {env:_t1}"}}',
        'workspace: {type: local, command: [sidecar]}',
      ]),
    })
    expect(diagnostics).toEqual([])
    const common = { enabled: true, timeoutMs: 10_000, environment: {} }
    expect(plan?.servers).toEqual([
      { ...common, id: 's', kind: 'local', command: ['node', 'a b', '--x'] },
      { ...common, id: 'r', kind: 'remote', url: 'https://h/mcp', headers: {}, transport: 'auto' },
      {
        id: 'full',
        enabled: false,
        timeoutMs: 5000,
        environment: { A: '{env:TOKEN}', B: 'plain {x}' },
        kind: 'local',
        command: ['x'],
      },
      {
        ...common,
        id: 'sse',
        kind: 'remote',
        url: 'http://127.0.0.1:1',
        headers: { Authorization: 'Bearer {env:_t1}' },
        transport: 'sse',
      },
      { ...common, id: 'workspace', kind: 'local', command: ['sidecar'] },
    ])
  })

  it.each<[string, string, string, string]>([
    ['no allowlist', '', 'discovery', 'discovery'],
    ['an empty allowlist', '  allowlist:\n    tool_ids: []\n', 'discovery', 'discovery'],
    ['tools of one', allow('s.a', 's.b.c'), 'explicit', 'unlisted'],
    [
      'tools of one, the others in discovery',
      `${allow('s.a', 's.b.c')}    others: discover\n`,
      'explicit',
      'discovery',
    ],
  ])('are listed by %s', async (_what, allowlist, ofFirst, ofSecond) => {
    const { plan } = await compiledOf({ 'workspace.yaml': withServers([local, other], allowlist) })
    const first = listingOf(plan!, 's')
    expect([first.mode, listingOf(plan!, 'o').mode]).toEqual([ofFirst, ofSecond])
    expect([...first.tools]).toEqual(ofFirst === 'explicit' ? ['a', 'b.c'] : [])
  })

  it('of which one begins like another do not share tools', async () => {
    const { plan } = await compiledOf({
      'workspace.yaml': withServers([local, 's2: {type: local, command: [x]}'], allow('s2.t')),
    })
    expect(listingOf(plan!, 's').mode).toBe('unlisted')
    expect([...listingOf(plan!, 's2').tools]).toEqual(['t'])
  })
})

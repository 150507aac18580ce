import { describe, expect, it } from 'vitest'
import { compiledOf, findingsIn, minimal, workspaceOf } from './fixtures/folder.ts'
import { WorkspaceReader } from './read.ts'

const servers = 'mcp_registry:\n  servers: {}\n'
const agents = 'agents:\n  id: main\n'
const invalid = 'workspace_config_invalid_yaml'
const general = 'workspace_general_missing'
const registry = 'workspace_mcp_registry_missing'

describe('what is wrong in workspace.yaml is said at its line and column', () => {
  it.each<[string, string, string[]]>([
    ['broken YAML', 'agents:\n  id: [main\nmcp_registry:\n  servers: {}\n', [`3:1 ${invalid}`]],
    ['a tab where a space must be', `agents:\n\tid: main\n${servers}`, [`2:1 ${invalid}`]],
    ['no mapping but a list', '- agents\n- mcp_registry\n', [`1:1 ${invalid}`]],
    ['no mapping but text', 'hello\n', [`1:1 ${invalid}`]],
    ['nothing', '', [`1:1 ${invalid}`]],
    ['only comments', '# later\n\n# more\n', [`1:1 ${invalid}`]],
    ['two documents', `${minimal}---\n${minimal}`, [`5:1 ${invalid}`]],
    ['a key twice', `${minimal}agents:\n  id: again\n`, [`5:1 ${invalid}`]],
    [
      'a key twice, deep down',
      `${agents}mcp_registry:\n  servers:\n    a: {type: local, command: [x]}\n    "a": {}\n`,
      [`6:5 ${invalid}`],
    ],
    ['an alias to nothing', `agents: *nobody\n${servers}`, [`1:9 ${invalid}`]],
    ['no agents', servers, [`1:1 ${general}`]],
    ['agents without a value', `agents:\n${servers}`, [`1:8 ${general}`]],
    ['agents as text', `agents: main\n${servers}`, [`1:9 ${general}`]],
    ['agents as a list', `agents:\n  - id: main\n${servers}`, [`2:3 ${general}`]],
    ['agents without an id', `agents:\n  role: lead\n${servers}`, [`2:3 ${general}`]],
    ['an empty id', `agents:\n  id: ""\n${servers}`, [`2:7 ${general}`]],
    ['a number as id', `agents:\n  id: 5\n${servers}`, [`2:7 ${general}`]],
    ['a model without its provider', `${agents}  model: gpt\n${servers}`, [`3:10 ${general}`]],
    ['a model of a wrong type', `${agents}  model: [a/b]\n${servers}`, [`3:10 ${general}`]],
    ['a role of a wrong type', `${agents}  role: {a: b}\n${servers}`, [`3:9 ${general}`]],
    [
      'a prompt inside',
      `${agents}  prompt: do well\n${servers}`,
      ['3:3 workspace_prompt_inline_not_allowed'],
    ],
    ['an empty prompt inside', `${agents}  prompt:\n${servers}`, ['3:3 workspace_prompt_inline_not_allowed']],
    [
      'two schemas',
      `${agents}  schema_id: a\n  schema_module_path: b\n${servers}`,
      [
        '4:3 workspace_schema_field_conflict',
        '3:3 warning workspace_key_not_enforced',
        '4:3 warning workspace_key_not_enforced',
      ],
    ],
    ['a harness of a wrong type', `${minimal}harness: [loop]\n`, ['5:10 workspace_harness_unknown']],
    [
      'a tool_registry',
      `${minimal}tool_registry:\n  tools: []\n`,
      ['5:1 workspace_tool_registry_unsupported'],
    ],
    ['an empty tool_registry', `${minimal}tool_registry: {}\n`, ['5:1 workspace_tool_registry_unsupported']],
    ['no mcp_registry', agents, [`1:1 ${registry}`]],
    ['mcp_registry as a list', `${agents}mcp_registry: []\n`, [`3:15 ${registry}`]],
    ['no servers', `${agents}mcp_registry:\n  catalog: {}\n`, [`4:3 ${registry}`]],
    ['servers as a list', `${agents}mcp_registry:\n  servers:\n    - id: a\n`, [`5:5 ${registry}`]],
    ['an unknown key', `${minimal}colour: blue\n`, ['5:1 warning workspace_key_unknown']],
    [
      'everything at once',
      `tool_registry: {}\nagents:\n  prompt: x\nmcp_registry:\n  servers: []\n`,
      [
        '1:1 workspace_tool_registry_unsupported',
        `3:3 ${general}`,
        '3:3 workspace_prompt_inline_not_allowed',
        `5:12 ${registry}`,
      ],
    ],
  ])('%s', async (_what, yaml, findings) => {
    expect(await findingsIn(yaml)).toEqual(findings)
  })

  it('with words for the author, and a hint where there is a way', async () => {
    const { diagnostics } = await compiledOf({ 'workspace.yaml': servers })
    expect(diagnostics).toMatchObject([
      { message: '"agents" is missing.', hint: 'Add "agents:" with an "id".' },
    ])
    const again = await compiledOf({ 'workspace.yaml': `${minimal}agents: {}\n` })
    expect(again.diagnostics[0]?.message).toBe('The key "agents" is there twice.')
  })
})

describe('what is right compiles', () => {
  it('with a plan that says what was written', async () => {
    const { plan, diagnostics } = await compiledOf({
      'workspace.yaml': `name: Launch\nagents: {id: lead, model: anthropic/claude/x, role: editor}\nharness: rehearsal\n${servers}`,
    })
    expect(diagnostics).toEqual([])
    expect(plan).toMatchObject({
      name: 'Launch',
      agent: { id: 'lead', model: 'anthropic/claude/x', role: 'editor' },
      harness: 'rehearsal',
      servers: [],
      apps: [],
      skills: [],
      knowledge: null,
      instructions: { file: 'AGENTS.md', text: '# Rules\n' },
    })
  })

  it.each([
    ['CRLF', minimal.replaceAll('\n', '\r\n')],
    ['a BOM', `\ufeff${minimal}`],
    ['comments and folded text', `# first\nname: >-\n  a\n  b # not a comment\n${minimal} # last`],
    ['no newline at the end', minimal.trimEnd()],
    ['a document start', `---\n${minimal}...\n`],
    ['anchors and aliases', `agents: &a {id: main}\ntemplate: *a\n${servers}`],
    ['JSON', '{"agents": {"id": "main"}, "mcp_registry": {"servers": {}}}'],
    ['metadata of any kind', `name: 2024\ntemplate_id: [1]\ncreated_at: 2024-01-01\n${minimal}`],
  ])('written with %s', async (_what, yaml) => {
    const { diagnostics, plan } = await compiledOf({ 'workspace.yaml': yaml })
    expect(diagnostics).toEqual([])
    expect(plan?.agent).toEqual({ id: 'main', model: 'auto', role: null })
  })

  it('with keys that this version does not act on, and warns of each', async () => {
    const yaml = `${minimal}policy: {rules: []}\nbudgets: {}\nmemory: {}\n`
    const { diagnostics, plan } = await compiledOf({ 'workspace.yaml': yaml })
    expect(plan).not.toBeNull()
    expect(diagnostics.map(({ severity, code, message }) => [severity, code, message.split(' ')[0]])).toEqual(
      ['"policy"', '"budgets"', '"memory"'].map((key) => ['warning', 'workspace_key_not_enforced', key]),
    )
  })

  it('at the right place behind a BOM and CRLF', async () => {
    expect(
      await findingsIn('\ufeffagents:\r\n  id: main\r\n  prompt: x\r\nmcp_registry:\r\n  servers: {}\r\n'),
    ).toEqual(['3:3 workspace_prompt_inline_not_allowed'])
    expect(await findingsIn('\ufeffhello')).toEqual([`1:1 ${invalid}`])
  })

  it('without AGENTS.md, and says that there are no rules then', async () => {
    const { compiled } = await new WorkspaceReader(workspaceOf({ 'workspace.yaml': minimal })).read()
    expect(compiled.diagnostics).toMatchObject([
      { severity: 'info', code: 'workspace_instructions_missing', at: { file: 'AGENTS.md' } },
    ])
    expect(compiled.plan?.instructions).toBeNull()
  })
})

describe('a workspace.yaml made to do harm', () => {
  const deep = (text: string, times: number) => text.repeat(times)
  const bomb = () => {
    const rows = Array.from(
      { length: 30 },
      (_, index) =>
        `a${index}: &a${index} [${Array.from({ length: 9 }, () => (index ? `*a${index - 1}` : 'x')).join(', ')}]`,
    )
    return `${rows.join('\n')}\n${minimal}`
  }

  it.each<[string, string]>([
    ['aliases that multiply', bomb()],
    ['brackets without end', deep('[', 100_000)],
    ['brackets in brackets', `a: ${deep('[', 5000)}${deep(']', 5000)}`],
    ['mappings in mappings', `a: ${deep('{a: ', 20_000)}${deep('}', 20_000)}`],
    ['braces without end', `a: ${deep('{', 100_000)}`],
    ['lists in lists', deep('- ', 50_000)],
    ['commas without values', `a: [${deep(',', 100_000)}`],
    ['anchors on anchors', `a: ${deep('&a ', 35_000)}`],
    ['complex keys in keys', deep('? ', 50_000)],
    ['tags on tags', `a: ${deep('!', 100_000)}`],
    ['quotes that never close', `a: "${deep('x', 100_000)}`],
    ['too many characters', `${minimal}# ${deep('x', 300_000)}`],
    ['a megabyte of keys', Array.from({ length: 60_000 }, (_, index) => `key${index}: v`).join('\n')],
    ['bytes that are no text', deep('\u0000\ufffd', 1000)],
  ])('%s: is an error soon', async (_what, yaml) => {
    const since = performance.now()
    const findings = await findingsIn(yaml)
    expect(performance.now() - since).toBeLessThan(4000)
    expect(findings.length).toBeGreaterThan(0)
    expect(findings.length).toBeLessThanOrEqual(20)
    expect(new Set(findings.map((finding) => finding.split(' ').at(-1)))).toEqual(new Set([invalid]))
  })

  it('an anchor inside itself does not go round and round', async () => {
    expect(await findingsIn(`applications: &a [*a]\n${minimal}`)).toContainEqual(
      expect.stringMatching(/^1:\d+ workspace_application_invalid$/),
    )
    expect(await findingsIn(`template: &a {b: *a}\n${minimal}`)).toEqual([])
  })
})

import type { ImportItem, ImportPlan, ImportPreview, Reply, WorkspaceId } from '@contract'
import { acme, readFile, writeFile } from './seed.ts'
import type { FakeState, Handlers } from './state.ts'

const lookedFor: ImportPlan['lookedFor'] = {
  holaos: ['.holaboss/'],
  agentscope: ['tools.json'],
  'claude-code': ['CLAUDE.md', '.mcp.json', '.claude/'],
  codex: ['.codex/config.toml'],
  cursor: ['.cursor/', '.cursorrules'],
  opencode: ['opencode.json', '.opencode/'],
}

const plan: ImportPlan = {
  hasWorkspace: true,
  lookedFor,
  found: [
    { product: 'claude-code', files: ['CLAUDE.md', '.mcp.json', '.claude/skills/invoice/SKILL.md'] },
    { product: 'cursor', files: ['.cursor/mcp.json'] },
  ],
  items: [
    {
      key: 'claude-code:instructions',
      product: 'claude-code',
      group: 'instructions',
      title: 'CLAUDE.md',
      lines: ['# Delivery', 'Always ask before you change an order.', 'Prices are in cents.'],
      at: { file: 'CLAUDE.md', line: 1 },
      becomes: 'AGENTS.md',
      note: 'AGENTS.md is there already; this text is added to its end.',
    },
    {
      key: 'claude-code:server:orders',
      product: 'claude-code',
      group: 'server',
      title: 'orders',
      lines: ['npx -y @acme/orders-mcp --stage prod', 'ORDERS_TOKEN={env:ORDERS_TOKEN}'],
      at: { file: '.mcp.json', line: 3 },
      becomes: 'mcp_registry.servers.orders',
      note: 'ORDERS_TOKEN is not set on this machine.',
    },
    {
      key: 'cursor:server:tickets',
      product: 'cursor',
      group: 'server',
      title: 'tickets',
      lines: ['https://tickets.acme.example/mcp'],
      at: { file: '.cursor/mcp.json', line: 4 },
      becomes: 'mcp_registry.servers.tickets',
      note: null,
    },
    {
      key: 'claude-code:skill:invoice',
      product: 'claude-code',
      group: 'skill',
      title: 'invoice',
      lines: ['How Acme writes an invoice'],
      at: { file: '.claude/skills/invoice/SKILL.md', line: 1 },
      becomes: 'skills/invoice/SKILL.md',
      note: null,
    },
  ],
  findings: [
    {
      severity: 'warning',
      code: 'import_hook_unsupported',
      message: 'A hook PreToolUse was read and cannot be taken over: no hook of another product is run.',
      at: { file: '.claude/settings.json', line: 8 },
    },
  ],
}

const nothing: ImportPlan = { hasWorkspace: true, lookedFor, found: [], items: [], findings: [] }

type ImportHandlers = Pick<Handlers, 'imports.inspect' | 'imports.preview' | 'imports.apply'>

/** What other products left in the folder. Only the acme workspace has something. */
export function importHandlers(state: FakeState): ImportHandlers {
  const taken = new Set<string>()
  const planOf = (id: WorkspaceId): ImportPlan =>
    id === acme ? { ...plan, items: plan.items.filter(({ key }) => !taken.has(key)) } : nothing

  const preview = (id: WorkspaceId, keys: string[]): ImportPreview => {
    const items = planOf(id).items.filter(({ key }) => keys.includes(key))
    return { files: filesOf(id, items), diagnostics: [], digest: `import:${keys.join()}` }
  }

  return {
    'imports.inspect': ({ workspaceId }) => ({ ok: true, value: planOf(workspaceId) }),
    'imports.preview': ({ workspaceId, keys }) => ({ ok: true, value: preview(workspaceId, keys) }),
    'imports.apply': ({ workspaceId, keys, digest }): Reply<{ written: string[]; diagnostics: [] }> => {
      const now = preview(workspaceId, keys)
      if (now.digest !== digest)
        return {
          ok: false,
          fault: {
            owner: 'operator',
            code: 'import_changed',
            message: 'Tried to write the import: the folder is not as it was shown any more.',
            retry: 'now',
          },
        }
      for (const { path, after } of now.files) writeFile(workspaceId, path, after)
      for (const key of keys) taken.add(key)
      const view = state.views.get(workspaceId)
      if (view)
        state.log.live(
          { kind: 'workspace', id: workspaceId },
          { type: 'workspace.changed', workspace: view.summary },
        )
      return { ok: true, value: { written: now.files.map(({ path }) => path), diagnostics: [] } }
    },
  }
}

const minimal = 'agents:\n  id: workspace.general\nmcp_registry:\n  servers: {}\n'

function filesOf(id: WorkspaceId, items: ImportItem[]): ImportPreview['files'] {
  const textOf = (path: string) => {
    const content = readFile(id, path)
    return content?.kind === 'text' ? content.text : null
  }
  const before = textOf('workspace.yaml')
  const servers = items.filter(({ group }) => group === 'server')
  const files: ImportPreview['files'] = []
  if (servers.length > 0 || before === null)
    files.push({ path: 'workspace.yaml', before, after: withServers(before ?? minimal, servers) })
  for (const { group, becomes, lines } of items) {
    if (group === 'server') continue
    const old = textOf(becomes)
    files.push({ path: becomes, before: old, after: `${old ? `${old}\n` : ''}${lines.join('\n')}\n` })
  }
  return files
}

function withServers(text: string, servers: ImportItem[]): string {
  const added = servers.map(({ title, lines: [first = ''] }) =>
    first.startsWith('http')
      ? `    ${title}:\n      type: remote\n      url: ${first}\n`
      : `    ${title}:\n      type: local\n      command: [${first.split(' ').join(', ')}]\n`,
  )
  return text.replace(/(\n {2}servers:\n)/, `$1${added.join('')}`)
}

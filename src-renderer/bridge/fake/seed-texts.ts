export const workspaceYaml = `# Product launch: what the agent may reach
agents:
  id: workspace.general
  model: ollama/qwen3
  harness: loop

mcp_registry:
  allowlist:
    tool_ids:
      - launch-board.add_item
      - launch-board.list_items
      - docs.search
  servers:
    docs:
      type: local
      command: [node, servers/docs.mjs]
    crm:
      type: remote
      url: https://crm.example/mcp

applications:
  - app_id: launch-board
    config_path: apps/launch-board/app.yaml
  - app_id: notes
    config_path: apps/notes/app.yaml
`

export const badYaml = `# Research radar
agents:
  id: workspace.general
  model:
  harness: loop

mcp_registry:
  allowlist:
    tool_ids:
      - docs.serach
`

export const instructions = `# How we launch

You plan and prepare product launches. Work in small steps and keep the board true.

1. Read \`brief.md\` first.
2. Put every piece of work on the launch board.
3. Write the launch brief as a report.

> Never promise a date that is not in the brief.
`

export const brief = `# Signalbox 1.0

Launch on **14 December**. Audience: people who operate agents all day.

- Press note to three outlets
- Changelog page
- Pricing table, due Thursday

![diagram](https://cdn.example/diagram.png) See the [style guide](https://docs.example/style).
`

export const report = `# Launch brief

Signalbox 1.0 launches on **14 December** for people who operate agents.

| Work | Owner | State |
|---|---|---|
| Press note to three outlets | Mira | planned |
| Changelog page | Jon | planned |
| Pricing table | Ana | doing |

## Message

*You see what the agent does, and you can take over.*
`

export const manifest = `name: Launch board
start: node server.mjs
mcp:
  path: /mcp
ui:
  views:
    item: /items/{resourceId}
`

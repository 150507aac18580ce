import { builtInFamilies } from '@contract'
import type { Completions, CursorPlace, YamlPath } from '../../../ui/index.ts'
import { yamlPathAt } from '../../../ui/index.ts'

/** What can stand in workspace.yaml: a mapping of keys, a list, a choice, or free text. */
export interface Shape {
  note?: string
  keys?: Record<string, Shape>
  /** Keys of the author's own. */
  any?: Shape
  items?: Shape
  values?: string[]
}

const text = (note: string): Shape => ({ note })
const list = (note: string, items: Shape = {}): Shape => ({ note, items })
const choice = (note: string, ...values: string[]): Shape => ({ note, values })
const yesNo = (note: string) => choice(note, 'true', 'false')

const server: Shape = {
  keys: {
    type: choice('local or remote', 'local', 'remote'),
    command: list('argv of a local server'),
    url: text('address of a remote server'),
    enabled: yesNo('default true'),
    timeout_ms: text('default 10000'),
    transport: choice('default: streamable first', 'http', 'sse'),
    headers: { note: 'name: value or {env:NAME}', any: {} },
    environment: { note: 'name: value or {env:NAME}', any: {} },
  },
}

const families = [...builtInFamilies]
const kind: Shape = {
  keys: {
    preset: choice('coordinate or direct', 'coordinate', 'direct'),
    allow: list('families and tools', { values: families }),
    deny: list('beats allow', { values: families }),
  },
}

/** The contract of workspace.yaml (spec 01). What is only known at work is put in by the caller. */
export function schemaOf(harnesses: string[], tools: string[], skills: string[]): Shape {
  return {
    keys: {
      name: text('shown in the list'),
      agents: {
        note: 'required',
        keys: { id: text('required'), model: choice('provider/model', 'auto'), role: text('optional') },
      },
      harness: choice('default loop', ...harnesses),
      prompt: { keys: { include: list('files that go whole into the prompt') } },
      mcp_registry: {
        note: 'servers and which tools',
        keys: {
          servers: { any: server },
          allowlist: {
            keys: {
              tool_ids: list('server.tool', { values: tools }),
              others: choice('sources without a named tool', 'discover'),
            },
          },
        },
      },
      applications: list('apps', {
        keys: { app_id: text('as in its manifest'), config_path: text('its manifest') },
      }),
      session_kinds: {
        note: 'what each kind may call',
        keys: { main: kind, subagent: kind, onboarding: kind, scheduled: kind },
      },
      skills: {
        note: 'order, on and off',
        keys: {
          enabled: list('in this order', { values: skills }),
          disabled: list('off', { values: skills }),
        },
      },
      commands: {
        any: {
          keys: {
            description: text('what it is for'),
            run: list('argv'),
            prompt: text('instead of run'),
            session_kinds: list('absent: all', { values: ['main', 'subagent', 'onboarding', 'scheduled'] }),
          },
        },
      },
      plans: { keys: { dir: text('default plans') } },
    },
  }
}

function shapeAt(schema: Shape, path: YamlPath): Shape | null {
  return path.reduce<Shape | null>((shape, key) => {
    if (typeof key === 'number') return shape?.items ?? null
    return shape?.keys?.[key] ?? shape?.any ?? null
  }, schema)
}

/** Keys of the mapping the cursor is in, or the values of the key it stands behind. */
export function completionsIn(
  schema: Shape,
  { lines, line, column, asked }: CursorPlace,
): Completions | null {
  const here = lines[line - 1] ?? ''
  const before = here.slice(0, column - 1)
  if (/(^|\s)#/.test(before)) return null
  const word = /[\w./-]*$/.exec(before)?.[0] ?? ''
  const lead = before.slice(0, before.length - word.length)
  const from = column - word.length
  if (!asked && word === '' && !/:\s$/.test(before)) return null
  const path = yamlPathAt([...lines.slice(0, line - 1), before], line, column)
  if (/:\s+$/.test(lead)) return valuesOf(shapeAt(schema, path), from)
  if (!/^\s*(-\s+)*$/.test(lead)) return null
  const shape = shapeAt(schema, path)
  return (/-\s+$/.test(lead) && valuesOf(shape, from)) || keysOf(shape, from, siblings(lines, line, path))
}

function valuesOf(shape: Shape | null, from: number): Completions | null {
  return shape?.values ? { from, options: shape.values.map((label) => ({ label })) } : null
}

function keysOf(shape: Shape | null, from: number, taken: Set<string>): Completions | null {
  if (!shape?.keys) return null
  const options = Object.entries(shape.keys)
    .filter(([key]) => !taken.has(key))
    .map(([label, { note }]) => ({ label, note, insert: `${label}: ` }))
  return { from, options }
}

/** Keys that are there already beside the cursor. */
function siblings(lines: string[], line: number, path: YamlPath): Set<string> {
  const above = JSON.stringify(path)
  const taken = new Set<string>()
  lines.forEach((text, at) => {
    if (at === line - 1 || !text.includes(':')) return
    const own = yamlPathAt(lines, at + 1)
    const key = own.at(-1)
    if (typeof key === 'string' && JSON.stringify(own.slice(0, -1)) === above) taken.add(key)
  })
  return taken
}

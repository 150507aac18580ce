import type {
  AuthoringPreview,
  ConfigEdit,
  Diagnostic,
  FilePosition,
  Json,
  JsonObject,
  WorkspaceId,
} from '@contract'
import { type Document, LineCounter, parseDocument } from 'yaml'
import { effectOf } from './effect.ts'
import { readFile } from './seed.ts'
import type { FakeState, Handlers } from './state.ts'

const config = 'workspace.yaml'
const known = [
  'name',
  'agents',
  'mcp_registry',
  'applications',
  'harness',
  'skills',
  'session_kinds',
  'prompt',
  'plans',
  'commands',
]

/** What is authored, edited and previewed: a small stand-in that keeps comments because `yaml` does. */
export function contractHandlers(_state: FakeState): Pick<Handlers, 'authoring.edit' | 'authoring.preview'> {
  return {
    'authoring.edit': ({ workspaceId, edits, text }) => {
      const content = readFile(workspaceId, config)
      if (content?.kind !== 'text') return missing(config)
      const before = content.text
      const after = edited(text ?? before, edits)
      return {
        ok: true,
        value: { before, after, baseSha256: content.sha256 ?? '', ...previewOf(workspaceId, config, after) },
      }
    },
    'authoring.preview': ({ workspaceId, path, text }) => ({
      ok: true,
      value: previewOf(workspaceId, path, text),
    }),
  }
}

const missing = (path: string) => ({
  ok: false as const,
  fault: {
    owner: 'operator' as const,
    code: 'not_found',
    message: `The file ${path} was not found.`,
    retry: 'now' as const,
  },
})

function edited(text: string, edits: ConfigEdit[]): string {
  if (edits.length === 0) return text
  const doc = parseDocument(text)
  for (const { path, value } of edits) {
    if (value === undefined) doc.deleteIn(path)
    else doc.setIn(path, Array.isArray(value) || typeof value === 'object' ? doc.createNode(value) : value)
  }
  return doc.toString({ lineWidth: 0, flowCollectionPadding: false })
}

function previewOf(workspaceId: WorkspaceId, path: string, text: string): AuthoringPreview {
  if (path !== config)
    return {
      diagnostics: lintOf(path, text),
      effect: null,
      values: null,
      tokens: Math.ceil(text.length / 4),
    }
  const lines = new LineCounter()
  const doc = parseDocument(text, { lineCounter: lines })
  const at = (offset: number): FilePosition => {
    const { line, col } = lines.linePos(offset)
    return { file: config, line, column: col }
  }
  const broken = doc.errors.map(
    ({ message, pos }): Diagnostic => ({
      severity: 'error',
      code: 'workspace_config_invalid_yaml',
      message: message.split('\n')[0] ?? message,
      at: at(pos[0]),
    }),
  )
  if (broken.length > 0) return { diagnostics: broken, effect: null, values: null, tokens: null }
  const values = (doc.toJS() ?? {}) as JsonObject
  const diagnostics = findings(doc, values, at)
  const isBad = diagnostics.some(({ severity }) => severity === 'error')
  return { diagnostics, effect: isBad ? null : effectOf(values, workspaceId), values, tokens: null }
}

function lintOf(path: string, text: string): Diagnostic[] {
  const line = text.split('\n').findIndex((one) => /\bTBD\b/.test(one))
  if (line < 0) return []
  const at = { file: path, line: line + 1, column: 1 }
  const message = '"TBD" goes into the prompt as it stands.'
  return [{ severity: 'warning', code: 'instructions_open', message, at }]
}

interface Placed {
  range?: [number, number, number] | null
}

function findings(doc: Document, values: JsonObject, at: (offset: number) => FilePosition): Diagnostic[] {
  const place = (path: (string | number)[]) =>
    at((doc.getIn(path, true) as Placed | undefined)?.range?.[0] ?? 0)
  const error = (code: string, message: string, path: (string | number)[], hint?: string): Diagnostic => ({
    severity: 'error',
    code,
    message,
    ...(hint && { hint }),
    at: place(path),
  })
  const found: Diagnostic[] = []
  const agents = values.agents as JsonObject | undefined
  if (typeof agents?.id !== 'string' || agents.id === '')
    found.push(error('workspace_general_missing', 'agents.id is empty.', ['agents'], 'Give the agent an id.'))
  const model = agents?.model
  if (typeof model === 'string' && model !== 'auto' && !model.includes('/'))
    found.push(
      error(
        'workspace_general_missing',
        `"${model}" is no model.`,
        ['agents', 'model'],
        'Write provider/model.',
      ),
    )
  for (const key of Object.keys(values))
    if (!known.includes(key))
      found.push({
        severity: 'warning',
        code: 'workspace_key_unknown',
        message: `"${key}" is not a key this version knows; it is kept and has no effect.`,
        at: place([key]),
      })
  return [...found, ...unknownServers(values, error)]
}

function unknownServers(
  values: JsonObject,
  error: (code: string, message: string, path: (string | number)[]) => Diagnostic,
): Diagnostic[] {
  const registry = values.mcp_registry as JsonObject | undefined
  const ids = (registry?.allowlist as JsonObject | undefined)?.tool_ids
  const sources = new Set([
    ...Object.keys((registry?.servers as JsonObject | undefined) ?? {}),
    ...((values.applications as JsonObject[] | undefined) ?? []).map((app) => String(app.app_id)),
  ])
  return ((Array.isArray(ids) ? ids : []) as Json[]).flatMap((id, index) => {
    const source = String(id).split('.')[0] ?? ''
    const path = ['mcp_registry', 'allowlist', 'tool_ids', index]
    return sources.has(source)
      ? []
      : [error('workspace_mcp_server_unknown', `${id}: there is no server or app "${source}".`, path)]
  })
}

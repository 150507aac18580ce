import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { AuthoringPreview, ConfigEdit, ContractEffect, Diagnostic, Json, Value } from '@contract'
import { checkRelative, foldName, OutsideError, raise, resolveInside } from '../kit/index.ts'
import {
  type Compiled,
  editInTurns,
  lintMarkdown,
  readValues,
  type WorkspacePlan,
  writeAuthored,
} from '../workspace/index.ts'
import { contractEffect } from './effect.ts'
import type { Listing } from './known-tools.ts'
import type { OpenWorkspace } from './open-workspace.ts'
import { estimateTokens } from './sections.ts'

const config = 'workspace.yaml'

/** Saves what the operator wrote, if the file still is what they saw. Gives the findings as they are then. */
export async function writeFile(
  workspace: OpenWorkspace,
  file: string,
  text: string,
  baseSha256: string | null,
): Promise<Value<'authoring.write'>> {
  if (/^\.(signalbox|git)(\/|$)/.test(foldName(path.posix.normalize(file)))) {
    const message = `Tried to save ${file}: it is not an authored file; what lies there is kept by Signalbox or Git.`
    throw raise({ owner: 'operator', code: 'path_refused', message })
  }
  try {
    const { sha256: saved } = await writeAuthored(workspace.root, file, text, baseSha256)
    const { diagnostics } = await workspace.view()
    return { sha256: saved, diagnostics }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    throw raise(
      { owner: 'operator', code: 'path_refused', message: `Tried to save ${file}: ${error.message}.` },
      error,
    )
  }
}

/** workspace.yaml with these values: only the edited places change. `draft`: its text so far, where it is not saved. */
export async function previewEdit(
  workspace: OpenWorkspace,
  edits: ConfigEdit[],
  listings: readonly Listing[],
  draft?: string,
): Promise<Value<'authoring.edit'>> {
  const { collected, compiled } = await workspace.reader.read()
  const file = collected.files.get(config)
  const before = file?.text ?? ''
  const edited = await editInTurns(
    draft ?? before,
    edits.map(({ path: place, value }) => ({ path: place, value })),
  )
  if ('problem' in edited) {
    const { code, message, hint, at } = edited.problem
    throw raise({ owner: 'operator', code, message, at, ...(hint ? { hint } : {}) })
  }
  const after = edited.text
  const preview =
    after === before
      ? previewOf(compiled, after, listings)
      : await previewFile(workspace, config, after, listings)
  return { before, after, baseSha256: file?.sha256 ?? '', ...preview }
}

/** What the workspace would be with this text of a file. Nothing is written. */
export async function previewFile(
  workspace: OpenWorkspace,
  file: string,
  text: string,
  listings: readonly Listing[],
): Promise<AuthoringPreview> {
  try {
    checkRelative(file)
  } catch (error) {
    const message = `Tried to read ${file}: ${error instanceof Error ? error.message : String(error)}.`
    throw raise({ owner: 'operator', code: 'path_refused', message }, error)
  }
  const drafts = new Map([[path.posix.normalize(file), text]])
  const { compiled } = await workspace.reader.readDrafts(drafts)
  const preview = previewOf(compiled, file === config ? text : null, listings)
  if (file === config || !/\.(md|markdown)$/i.test(file)) return preview
  const tokens = estimateTokens(text)
  const linted = await lint(workspace, compiled.plan, preview.effect, file, text, tokens)
  return { ...preview, diagnostics: [...preview.diagnostics, ...linted], tokens }
}

function previewOf(compiled: Compiled, text: string | null, listings: readonly Listing[]): AuthoringPreview {
  const values: Json = text === null ? null : readValues(text)
  const effect = compiled.plan && contractEffect(compiled.plan, listings)
  return { diagnostics: compiled.diagnostics, effect, values, tokens: null }
}

/** Links that lead nowhere, and tools that no session kind may call. */
async function lint(
  workspace: OpenWorkspace,
  plan: WorkspacePlan | null,
  effect: ContractEffect | null,
  file: string,
  text: string,
  tokens: number,
): Promise<Diagnostic[]> {
  const { diagnostics, names } = lintMarkdown(file, text, tokens)
  for (const { target, line, column } of names.links.slice(0, 200)) {
    if (await isThere(workspace.root, path.posix.join(path.posix.dirname(file), target))) continue
    const message = `The link leads to "${target}", and there is no such file in the workspace.`
    diagnostics.push({
      severity: 'warning',
      code: 'instructions_link_missing',
      message,
      at: { file, line, column },
    })
  }
  const sources = plan ? [...plan.servers, ...plan.apps].map(({ id }) => id) : []
  const known = new Map(effect?.tools.map((tool) => [tool.id, tool]))
  for (const { id, line, column } of names.tools) {
    if (!sources.some((source) => id.startsWith(`${source}.`))) continue
    const tool = known.get(id)
    const verdicts = Object.values(tool?.verdicts ?? {})
    const discovery = effect?.sources.some(
      (source) => source.mode === 'discovery' && source.enabled && id.startsWith(`${source.id}.`),
    )
    if (verdicts.some(({ callable }) => callable !== 'no') || (!tool && discovery)) continue
    const why = verdicts[0]?.detail ?? 'mcp_registry.allowlist.tool_ids does not name it'
    const message = `It speaks of ${id}, which no session can call: ${why}.`
    diagnostics.push({
      severity: 'warning',
      code: 'instructions_tool_unknown',
      message,
      at: { file, line, column },
    })
  }
  return diagnostics
}

async function isThere(root: string, target: string): Promise<boolean> {
  try {
    const plain = decodeURI(target.replace(/[#?].*$/, ''))
    await stat(await resolveInside(root, plain))
    return true
  } catch {
    return false
  }
}

import type { ConfigEdit, Diagnostic, Value } from '@contract'
import { OutsideError, raise, sha256 } from '../kit/index.ts'
import { editYaml, type WorkspaceReader, writeAuthored } from '../workspace/index.ts'
import { controlFileRefusal } from './control-files.ts'
import type { OpenWorkspace } from './open-workspace.ts'

const config = 'workspace.yaml'

/** Saves what the operator wrote, if the file still is what they saw. Gives the findings as they are then. */
export async function writeFile(
  workspace: OpenWorkspace,
  path: string,
  text: string,
  baseSha256: string,
): Promise<Value<'authoring.write'>> {
  if (path.startsWith('.signalbox/') || path.startsWith('.git/')) {
    const message = `${path} is not an authored file: ${controlFileRefusal(path, [])}.`
    throw raise({ owner: 'operator', code: 'path_refused', message })
  }
  try {
    const { sha256: saved } = await writeAuthored(workspace.root, path, text, baseSha256)
    const { diagnostics } = await workspace.view()
    return { sha256: saved, diagnostics }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    throw raise(
      { owner: 'operator', code: 'path_refused', message: `Tried to save ${path}: ${error.message}.` },
      error,
    )
  }
}

/** workspace.yaml with these values: only the edited places change. */
export async function previewEdit(
  workspace: OpenWorkspace,
  edits: ConfigEdit[],
): Promise<Value<'authoring.edit'>> {
  const { collected } = await workspace.reader.read()
  const file = collected.files.get(config)
  const before = file?.text ?? ''
  const edited = editYaml(
    before,
    edits.map(({ path, value }) => ({ path, value })),
  )
  if ('problem' in edited) {
    const { code, message, hint, at } = edited.problem
    throw raise({ owner: 'operator', code, message, at, ...(hint ? { hint } : {}) })
  }
  const diagnostics = findingsWith(workspace.reader, collected, edited.text)
  return { before, after: edited.text, baseSha256: file?.sha256 ?? '', diagnostics }
}

function findingsWith(
  reader: WorkspaceReader,
  collected: Awaited<ReturnType<WorkspaceReader['read']>>['collected'],
  text: string,
): Diagnostic[] {
  const files = new Map(collected.files)
  files.set(config, { path: config, text, sha256: sha256(text) })
  return reader.compile({ ...collected, files }).diagnostics
}

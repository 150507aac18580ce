import type { CoreApi } from '@contract'
import { faultOf, OutsideError, raise } from '../kit/index.ts'
import { inspectImports, previewImport, writeAuthored } from '../workspace/index.ts'
import type { SecretPort } from './models.ts'
import type { OpenWorkspace } from './open-workspace.ts'
import type { Workspaces } from './workspaces.ts'

type ImportOperations = Pick<CoreApi, 'imports.inspect' | 'imports.preview' | 'imports.apply'>

/** Other products' files: what they say, what would be written, and the writing of exactly that. */
export function importOperations(workspaces: Workspaces, secrets: SecretPort): ImportOperations {
  const inspect = (workspace: OpenWorkspace) =>
    inspectImports(workspace.root, (name) => secrets.variable(name) !== undefined)
  const preview = async (workspace: OpenWorkspace, keys: string[]) => {
    const { candidates } = await inspect(workspace)
    return previewImport(workspace.root, candidates, keys)
  }
  return {
    'imports.inspect': async ({ workspaceId }) => {
      const { candidates: _, ...plan } = await inspect(workspaces.get(workspaceId))
      return plan
    },
    'imports.preview': async ({ workspaceId, keys }) => {
      const workspace = workspaces.get(workspaceId)
      const { files, digest } = await preview(workspace, keys)
      const drafts = new Map(files.map((file) => [file.path, file.after]))
      const { compiled } = await workspace.reader.readDrafts(drafts)
      return { files, digest, diagnostics: compiled.diagnostics }
    },
    'imports.apply': async ({ workspaceId, keys, digest }) => {
      const workspace = workspaces.get(workspaceId)
      const now = await preview(workspace, keys)
      if (now.digest !== digest) {
        const message = 'Tried to write what was shown: files of the folder were changed meanwhile.'
        const hint = 'Nothing was written. Look at it again.'
        throw raise({ owner: 'operator', code: 'import_changed', message, hint, retry: 'now' })
      }
      const written: string[] = []
      for (const file of now.files) {
        await write(workspace, file.path, file.after, now.base.get(file.path) ?? null, written)
        written.push(file.path)
      }
      const { diagnostics } = await workspace.view()
      return { written, diagnostics }
    },
  }
}

async function write(
  workspace: OpenWorkspace,
  file: string,
  text: string,
  baseSha256: string | null,
  written: string[],
): Promise<void> {
  try {
    await writeAuthored(workspace.root, file, text, baseSha256)
  } catch (error) {
    const isOutside = error instanceof OutsideError
    if (!isOutside && written.length === 0) throw error
    const what = isOutside ? `Tried to write ${file}: ${error.message}.` : faultOf(error).message
    const done = written.length > 0 ? ` Written before it, and kept: ${written.join(', ')}.` : ''
    throw raise(
      { owner: 'operator', code: isOutside ? 'path_refused' : 'import_incomplete', message: what + done },
      error,
    )
  }
}

import type { FileDigest, WorkspaceView } from '@contract'

/** How the authored files stand now, beside what the run was given. Null: how they are now is not known. */
export interface Drift {
  /** Files of the run that are others now, or not there any more. */
  of: Map<string, 'changed' | 'gone'>
  /** Files that take part now and did not then. */
  fresh: FileDigest[]
}

export function driftOf(files: FileDigest[], view: WorkspaceView | null): Drift | null {
  if (!view || view.summary.state === 'missing') return null
  const now = new Map(view.files.map((file) => [file.path, file.sha256]))
  const of: Drift['of'] = new Map()
  for (const { path, sha256 } of files) {
    const current = now.get(path)
    if (current === undefined) of.set(path, 'gone')
    else if (current !== sha256) of.set(path, 'changed')
    now.delete(path)
  }
  return { of, fresh: view.files.filter(({ path }) => now.has(path)) }
}

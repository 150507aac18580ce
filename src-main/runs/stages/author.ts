import { raise } from '../../kit/index.ts'
import type { Collected, Compiled, WorkspacePlan, WorkspaceReader } from '../../workspace/index.ts'

/** Stage 1: the bounded set of authored files, hashed. */
export function collectStage(reader: WorkspaceReader): Promise<Collected> {
  return reader.collect()
}

/** Stage 2: the plan. Any authored error stops the run here, before anything is started. */
export function compileStage(
  reader: WorkspaceReader,
  collected: Collected,
): Compiled & { plan: WorkspacePlan } {
  const compiled = reader.compile(collected)
  const { plan } = compiled
  if (plan) return { ...compiled, plan }
  const errors = compiled.diagnostics.filter((diagnostic) => diagnostic.severity === 'error')
  const [first] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  throw raise({
    owner: 'author',
    stage: 'compile',
    code: first?.code ?? 'workspace_invalid',
    message: `${first?.message ?? 'The workspace has errors.'}${more}`,
    ...(first?.hint ? { hint: first.hint } : {}),
    ...(first ? { at: first.at } : {}),
  })
}

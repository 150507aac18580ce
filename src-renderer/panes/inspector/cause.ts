import type { AbsenceReason, PackageDiff } from '@contract'

/** The file that decides what a workspace allows. */
export const configFile = 'workspace.yaml'

/** What an author writes that makes a tool absent for this reason. Other reasons are not a matter of this file. */
const keys: Partial<Record<AbsenceReason, string>> = {
  not_declared: 'mcp_registry.allowlist',
  server_disabled: 'mcp_registry.servers',
  session_kind: 'session_kinds',
  skill_required: 'skills',
}

/**
 * Which key of workspace.yaml likely made a tool come or go: the reason why it is absent on the other side, where the
 * file differs. Null where the package does not tell it.
 */
export function keyBehind({ files, facts, absences }: PackageDiff, toolId: string): string | null {
  const touched = [...files.added, ...files.removed, ...files.changed.map(({ after }) => after)]
  if (!touched.some(({ path }) => path === configFile)) return null
  const absence = [...absences.added, ...absences.removed].find(({ id }) => id === toolId)
  if (!absence) return null
  // Two runs of two kinds see different tools without any edit.
  const isOtherKind = facts.some(({ name }) => name === 'sessionKind')
  return absence.reason === 'session_kind' && isOtherKind ? null : (keys[absence.reason] ?? null)
}

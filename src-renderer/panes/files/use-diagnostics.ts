import type { Diagnostic, WorkspaceId } from '@contract'
import { useFrom } from '../../commands/index.ts'
import { valueOf } from '../../state/index.ts'

const none: Diagnostic[] = []

export function useDiagnostics(workspaceId: WorkspaceId): Diagnostic[] {
  return useFrom('workspaces', ({ views }) => valueOf(views[workspaceId])?.diagnostics) ?? none
}

import type { CompiledRun, WorkspaceId } from '@contract'
import { useMemo } from 'react'
import { useFrom } from '../../commands/index.ts'
import { valueOf } from '../../state/index.ts'
import { type Drift, driftOf } from './drift.ts'

export function useDrift({ files }: CompiledRun, workspaceId: WorkspaceId): Drift | null {
  const view = useFrom('workspaces', ({ views }) => valueOf(views[workspaceId]))
  return useMemo(() => driftOf(files, view), [files, view])
}

import type { WorkspaceId } from '@contract'
import { useEffect } from 'react'
import { useDesk, useFrom } from '../../../commands/index.ts'
import { keyIn } from '../../../state/index.ts'

/** Whether a file that could not be read is simply not there, told from its folder; null: not known yet. */
export function useMissing(workspaceId: WorkspaceId, path: string, asks: boolean): boolean | null {
  const { link } = useDesk()
  const folder = path.split('/').slice(0, -1).join('/')
  useEffect(() => {
    if (asks) void link.load.folder(workspaceId, folder)
  }, [asks, link, workspaceId, folder])
  const entries = useFrom('files', ({ folders }) => folders[keyIn(workspaceId, folder)])
  if (entries?.kind === 'ready') return !entries.value.some((entry) => entry.path === path)
  return entries?.kind === 'error' ? false : null
}

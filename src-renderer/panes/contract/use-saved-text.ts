import type { Fault, WorkspaceId } from '@contract'
import { useEffect } from 'react'
import { useDesk, useFrom } from '../../commands/index.ts'
import { keyIn } from '../../state/index.ts'

export type SavedText =
  | { kind: 'loading'; text: null }
  /** `text` null: it is no text that can be edited here. */
  | { kind: 'ready'; text: string | null }
  | { kind: 'error'; text: null; fault: Fault }

/** The text of a file on disk, read again when the workspace's files changed. */
export function useSavedText(workspaceId: WorkspaceId, path: string, visible: boolean): SavedText {
  const { link } = useDesk()
  const view = useFrom('workspaces', ({ views }) => views[workspaceId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view means that files changed
  useEffect(() => {
    if (visible) void link.load.file(workspaceId, path)
  }, [link, workspaceId, path, visible, view])
  const content = useFrom('files', ({ contents }) => contents[keyIn(workspaceId, path)])
  if (content?.kind === 'error') return { kind: 'error', text: null, fault: content.fault }
  if (content?.kind !== 'ready') return { kind: 'loading', text: null }
  const { value } = content
  return { kind: 'ready', text: value.kind === 'text' && value.sha256 !== null ? value.text : null }
}

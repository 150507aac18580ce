import type { WorkspaceId } from '@contract'
import type { FileDraft } from '../../../state/index.ts'

/** A file of the prompt as it is on disk and as it is now. */
export interface EditingProps {
  workspaceId: WorkspaceId
  path: string
  original: string
  text: string
  draft: FileDraft | undefined
}

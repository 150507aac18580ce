import type { WorkspaceId } from '@contract'

export interface SectionProps {
  workspaceId: WorkspaceId
  /** The pane is in front and this part of it is chosen. */
  visible: boolean
}

import type { WorkspaceId } from '@contract'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { PaneName } from '../commands/index.ts'

export interface PaneProps {
  workspaceId: WorkspaceId
  /** For a pane that is there once per app. */
  appId: string | null
  /** It is the front tab and has a size. */
  visible: boolean
  /** Hears whenever the pane may have moved or changed its size; returns the way to stop. */
  onPlaced(listen: () => void): () => void
}

/** A pane of the dock: what it is called, its sign, and what it shows. */
export interface PaneDefinition {
  id: PaneName
  title: string
  icon: LucideIcon
  Body: ComponentType<PaneProps>
  /** At the right end of the tab strip while this pane is in front. */
  Aside?: ComponentType<PaneProps>
  /** Stands in the tab after the title. */
  Badge?: ComponentType<PaneProps>
}

import { activityPane } from './activity/index.ts'
import { appsPane } from './apps/index.ts'
import { contractPane } from './contract/index.ts'
import { filesPane } from './files/index.ts'
import { inspectorPane } from './inspector/index.ts'
import { outputsPane } from './outputs/index.ts'
import type { PaneDefinition } from './pane.ts'
import { surfacePane } from './surface/index.ts'

/** Every pane of the dock. A new one is a folder and a line here. */
export const panes: readonly PaneDefinition[] = [
  filesPane,
  appsPane,
  surfacePane,
  outputsPane,
  activityPane,
  inspectorPane,
  contractPane,
]
export type { PaneDefinition, PaneProps } from './pane.ts'

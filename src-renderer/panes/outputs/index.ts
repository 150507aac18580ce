import { FileBox } from 'lucide-react'
import { words } from '../../state/index.ts'
import type { PaneDefinition } from '../pane.ts'
import { OutputsBadge, OutputsPane } from './outputs-pane.tsx'

export const outputsPane: PaneDefinition = {
  id: 'outputs',
  title: words.outputs.title,
  icon: FileBox,
  Body: OutputsPane,
  Badge: OutputsBadge,
}

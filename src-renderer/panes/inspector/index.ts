import { ScanSearch } from 'lucide-react'
import { words } from '../../state/index.ts'
import type { PaneDefinition } from '../pane.ts'
import { InspectorPane } from './inspector-pane.tsx'

export const inspectorPane: PaneDefinition = {
  id: 'inspector',
  title: words.inspector.title,
  icon: ScanSearch,
  Body: InspectorPane,
}

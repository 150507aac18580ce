import { LayoutGrid } from 'lucide-react'
import { words } from '../../state/index.ts'
import type { PaneDefinition } from '../pane.ts'
import { AppsPane } from './apps-pane.tsx'

export const appsPane: PaneDefinition = {
  id: 'apps',
  title: words.apps.title,
  icon: LayoutGrid,
  Body: AppsPane,
}

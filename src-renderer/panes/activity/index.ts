import { Activity } from 'lucide-react'
import { words } from '../../state/index.ts'
import type { PaneDefinition } from '../pane.ts'
import { ActivityAside, ActivityPane } from './activity-pane.tsx'

export const activityPane: PaneDefinition = {
  id: 'activity',
  title: words.activity.title,
  icon: Activity,
  Body: ActivityPane,
  Aside: ActivityAside,
}

import { AppWindow } from 'lucide-react'
import { words } from '../../state/index.ts'
import type { PaneDefinition } from '../pane.ts'
import { SurfaceAside, SurfaceBadge, SurfacePane } from './surface-pane.tsx'

/** There once per app that has a page; its tab carries the app's name. */
export const surfacePane: PaneDefinition = {
  id: 'surface',
  title: words.apps.title,
  icon: AppWindow,
  Body: SurfacePane,
  Aside: SurfaceAside,
  Badge: SurfaceBadge,
}

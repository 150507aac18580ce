import { lazy, Suspense } from 'react'
import { useFrom } from '../commands/index.ts'
import { words } from '../state/index.ts'
import { Skeleton } from '../ui/index.ts'
import { Boundary } from './frame/boundary.tsx'
import { Dialogs } from './frame/dialogs.tsx'
import { StatusBar } from './frame/status-bar.tsx'
import { TitleBar } from './frame/title-bar.tsx'
import { useKeys } from './frame/use-keys.ts'
import { useNarrow } from './frame/use-narrow.ts'
import { useRegions } from './frame/use-regions.ts'
import { useTheme } from './frame/use-theme.ts'
import { WorkspaceBanners } from './frame/workspace-banners.tsx'
import { LeftList } from './list/left-list.tsx'
import { RunColumn } from './run/run-column.tsx'
import styles from './window.module.css'

// The dock's code is most of what there is to load, and the list and the run need none of it.
const Dock = lazy(async () => ({ default: (await import('./dock/dock.tsx')).Dock }))
const Toasts = lazy(async () => ({ default: (await import('./frame/toasts.tsx')).Toasts }))

/** The whole window: title, the three columns, status. */
export function Window() {
  useTheme()
  useKeys()
  useRegions()
  useNarrow()
  const sidebar = useFrom('window', (state) => state.sidebar)
  const notices = useFrom('window', (state) => state.notices.length > 0)
  return (
    <div className={styles.window}>
      <TitleBar />
      <div className={styles.body} data-sidebar={sidebar}>
        {sidebar && (
          <Boundary name={words.list.label}>
            <LeftList />
          </Boundary>
        )}
        <main className={styles.middle} aria-label={words.dock.label}>
          <WorkspaceBanners />
          <Boundary name={words.dock.label}>
            <Suspense fallback={<Skeleton label={words.common.loading} />}>
              <Dock />
            </Suspense>
          </Boundary>
        </main>
        <Boundary name={words.run.label}>
          <RunColumn />
        </Boundary>
      </div>
      <StatusBar />
      <Dialogs />
      <Suspense>{notices && <Toasts />}</Suspense>
    </div>
  )
}

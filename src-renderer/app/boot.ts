import type { WorkspaceId } from '@contract'
import { type Desk, openWorkspaceAtNewest } from '../commands/index.ts'
import { type Theme, valueOf } from '../state/index.ts'
import { prefetchViewers } from '../ui/index.ts'

const isTheme = (value: string | null): value is Theme =>
  value === 'system' || value === 'dark' || value === 'light'

/** Asks for what the first picture needs, all at once, and opens what was open last. */
export async function boot(desk: Desk): Promise<void> {
  const { stores, link } = desk
  const setting = async (key: string) => {
    const reply = await link.call('settings.read', { key })
    return reply.ok ? reply.value.value : null
  }
  const [theme, sidebar, last] = await Promise.all([
    setting('theme'),
    setting('sidebar'),
    setting('workspace'),
    link.load.product(),
    link.load.models(),
    link.load.workspaces(),
  ])
  stores.window.setState({
    theme: isTheme(theme) ? theme : 'system',
    sidebar: sidebar !== 'hidden' && innerWidth > 880,
  })

  const told = valueOf(stores.product.getState().info)?.notices ?? []
  stores.window.setState({
    notices: told.map((fault, index) => ({ id: -1 - index, tone: 'failed' as const, text: fault.message })),
  })
  const list = valueOf(stores.workspaces.getState().list) ?? []
  const sample = valueOf(stores.product.getState().info)?.sampleWorkspaceId
  const first = [last as WorkspaceId | null, sample, list[0]?.id].find((id) =>
    list.some((one) => one.id === id),
  )
  for (const { id } of list) void link.watchWorkspace(id).then(() => link.load.sessions(id))
  if (first) await openWorkspaceAtNewest(desk, first)
  requestIdleCallback(fetchLater)
}

/** Code that the first picture does not need, fetched before someone waits for it. */
function fetchLater(): void {
  void import('./frame/palette.tsx')
  void import('./frame/model-dialog.tsx')
  prefetchViewers()
}

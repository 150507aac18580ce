import type { OperatorBridge } from '@contract'
import { createRoot } from 'react-dom/client'
import { createLink } from '../bridge/index.ts'
import { type Desk, DeskProvider, type Ports } from '../commands/index.ts'
import { createStores, words } from '../state/index.ts'
import '../ui/base.css'
import { TooltipProvider } from '../ui/index.ts'
import { boot } from './boot.ts'
import { showTheme } from './frame/use-theme.ts'
import { Window } from './window.tsx'

/** Until the frame is mounted there is nothing to focus. */
const noPorts: Ports = {
  focusPane() {},
  nextPane() {},
  resetLayout() {},
  focusComposer() {},
  focusList() {},
}

export async function openWindow(root: HTMLElement, bridge: OperatorBridge | null): Promise<void> {
  if (!bridge) {
    root.textContent = words.errors.noBridge
    return
  }
  showTheme('system')
  const stores = createStores()
  const desk: Desk = { stores, link: createLink(bridge, stores), ports: noPorts }
  createRoot(root).render(
    <DeskProvider desk={desk}>
      <TooltipProvider>
        <Window />
      </TooltipProvider>
    </DeskProvider>,
  )
  await boot(desk)
}

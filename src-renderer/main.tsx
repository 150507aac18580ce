import type { OperatorBridge } from '@contract'
import { openWindow } from './app/index.ts'
import { openFake } from './bridge/index.ts'

declare global {
  interface Window {
    operator?: OperatorBridge
  }
}

/** In the dev server only, `?fake=busy` shows the window without main; a build has no such door. */
async function bridgeOf(): Promise<OperatorBridge | null> {
  if (import.meta.env.DEV) {
    const wanted = new URLSearchParams(location.search).get('fake')
    if (wanted !== null) {
      const fake = await openFake(wanted)
      Object.assign(window, { fake })
      return fake
    }
  }
  return window.operator ?? null
}

const root = document.getElementById('root')
if (root) void bridgeOf().then((bridge) => openWindow(root, bridge))

import { useEffect, useSyncExternalStore } from 'react'

/**
 * What lies over the page: dialogs, menus, drags. Native views are drawn above all HTML, so whoever shows one
 * must know when to get out of the way. `everything` stands for an overlay that covers the whole window.
 */
export interface Area {
  left: number
  top: number
  right: number
  bottom: number
}
type Cover = Area | 'everything'

const covers = new Map<symbol, Cover>()
const listeners = new Set<() => void>()
let version = 0

function changed(): void {
  version++
  for (const listen of listeners) listen()
}

/** Returns the way to take it away again. */
export function addOverlay(cover: Cover): () => void {
  const key = Symbol('overlay')
  covers.set(key, cover)
  changed()
  return () => {
    if (covers.delete(key)) changed()
  }
}

export function isCovered(area: Area): boolean {
  for (const cover of covers.values()) {
    if (cover === 'everything') return true
    const apart =
      cover.right <= area.left ||
      cover.left >= area.right ||
      cover.bottom <= area.top ||
      cover.top >= area.bottom
    if (!apart) return true
  }
  return false
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** Changes whenever an overlay comes or goes; read `isCovered` afterwards. */
export function useOverlays(): number {
  return useSyncExternalStore(subscribe, () => version)
}

/** For a part that covers the window while it is mounted. */
export function useCoversEverything(active = true): void {
  useEffect(() => (active ? addOverlay('everything') : undefined), [active])
}

/** For a part placed by script: its box is only known a frame after it is mounted. */
export function overlayRef(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return
  let remove = () => {}
  const frame = requestAnimationFrame(() => {
    remove = addOverlay(element.getBoundingClientRect())
  })
  return () => {
    cancelAnimationFrame(frame)
    remove()
  }
}

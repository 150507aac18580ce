import type { Bounds } from '@contract'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useDesk } from '../../commands/index.ts'
import { isCovered, useOverlays } from '../../ui/index.ts'
import type { PaneProps } from '../pane.ts'

const same = (one: Bounds | null, other: Bounds) =>
  one !== null &&
  one.x === other.x &&
  one.y === other.y &&
  one.width === other.width &&
  one.height === other.height

function boundsOf(element: HTMLElement): Bounds {
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [Math.round(left), Math.round(top)]
  return { x, y, width: Math.round(left + width) - x, height: Math.round(top + height) - y }
}

/**
 * Tells main where the native page lies: once per frame at most, only when it changed, and not at all while the
 * pane is behind another tab or something of the window lies over it. Says whether the page is shown now.
 */
export function usePlacement(
  area: RefObject<HTMLElement | null>,
  surfaceId: string | null,
  { visible, onPlaced }: PaneProps,
): boolean {
  const { link } = useDesk()
  const overlays = useOverlays()
  const [shown, setShown] = useState(false)
  const placing = useRef<(() => void) | null>(null)

  useEffect(() => {
    const element = area.current
    if (!element || !surfaceId || !visible) return
    let last: Bounds | null = null
    let isShown = false
    let frame = 0

    const hide = () => {
      if (!isShown) return
      isShown = false
      last = null
      setShown(false)
      void link.call('surfaces.hide', { surfaceId })
    }
    const place = () => {
      frame = 0
      const bounds = boundsOf(element)
      const { x, y, width, height } = bounds
      if (width < 8 || height < 8 || isCovered({ left: x, top: y, right: x + width, bottom: y + height }))
        return hide()
      if (same(last, bounds)) return
      last = bounds
      isShown = true
      setShown(true)
      void link.call('surfaces.place', { surfaceId, bounds })
    }
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(place)
    }

    placing.current = soon
    const sizes = new ResizeObserver(soon)
    sizes.observe(element)
    const stop = onPlaced(soon)
    window.addEventListener('resize', soon)
    soon()
    return () => {
      placing.current = null
      cancelAnimationFrame(frame)
      sizes.disconnect()
      stop()
      window.removeEventListener('resize', soon)
      hide()
    }
  }, [area, link, surfaceId, visible, onPlaced])

  // An overlay that came or went is the one cause that neither moves nor resizes the pane.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `overlays` is the signal itself
  useEffect(() => placing.current?.(), [overlays])

  return shown
}

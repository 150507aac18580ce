import type { DockviewApi } from 'dockview-react'
import { useEffect } from 'react'
import { addOverlay } from '../../ui/index.ts'

/**
 * While a tab or a divider is dragged, native pages would swallow the pointer: for that time everything counts as
 * covered.
 */
export function useDragCover(api: DockviewApi | null): void {
  useEffect(() => {
    if (!api) return
    let end = () => {}
    const begin = () => {
      end()
      const remove = addOverlay('everything')
      end = () => {
        remove()
        for (const name of ends) window.removeEventListener(name, end, true)
      }
      for (const name of ends) window.addEventListener(name, end, true)
    }
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Element && event.target.closest('.dv-sash')) begin()
    }
    const listening = [api.onWillDragPanel(begin), api.onWillDragGroup(begin)]
    window.addEventListener('pointerdown', onPress, true)
    return () => {
      end()
      for (const one of listening) one.dispose()
      window.removeEventListener('pointerdown', onPress, true)
    }
  }, [api])
}

const ends = ['pointerup', 'pointercancel', 'dragend', 'drop'] as const

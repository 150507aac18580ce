import { type RefObject, useEffect } from 'react'

interface Place {
  top: number
  left: number
  atEnd: boolean
}

/** How far from the end still counts as at the end, in pixels. */
const endZone = 8

/**
 * The dock takes a pane out of the document when its tab goes behind or moves, and the browser then forgets how far
 * everything in it was scrolled. This remembers: `onReturn` tells whenever the pane may be back.
 */
export function useKeptScroll(
  panel: RefObject<HTMLElement | null>,
  onReturn: (listen: () => void) => () => void,
): void {
  useEffect(() => {
    const element = panel.current
    if (!element) return
    const places = new Map<Element, Place>()
    const keep = ({ target }: Event) => {
      if (!(target instanceof Element) || target.clientHeight === 0) return
      const { scrollTop: top, scrollLeft: left, scrollHeight, clientHeight } = target
      places.set(target, { top, left, atEnd: scrollHeight - clientHeight - top <= endZone })
    }
    const restore = () => {
      for (const [target, { top, left, atEnd }] of places) {
        if (!element.contains(target)) places.delete(target)
        // A reader who scrolled to the top said so with an event, and that is what is kept.
        else if (target.scrollTop === 0 && target.scrollLeft === 0 && (top > 0 || left > 0))
          target.scrollTo(left, atEnd && top > 0 ? target.scrollHeight : top)
      }
    }
    element.addEventListener('scroll', keep, { capture: true, passive: true })
    const stop = onReturn(() => requestAnimationFrame(restore))
    return () => {
      element.removeEventListener('scroll', keep, { capture: true })
      stop()
    }
  }, [panel, onReturn])
}

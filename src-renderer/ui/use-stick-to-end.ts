import { useCallback, useEffect, useRef, useState } from 'react'

/** How far from the end still counts as at the end, in pixels. */
const endZone = 24

interface Stick {
  /** The view follows the end. */
  stuck: boolean
  /** Give it the scrolling element when there is one. */
  scroller: (element: HTMLElement | null) => void
  /** Call when the content has another height. */
  grown: () => void
  /** Stay here from now on, whatever comes. */
  hold: () => void
  toEnd: () => void
}

/**
 * Keeps a scrolling element at its end until the reader moves it up. Upward is told from layout by the rest: the
 * reader's scroll moves the top while the content has not shrunk; a smaller window or longer text does not move it.
 */
export function useStickToEnd(): Stick {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [stuck, setStuck] = useState(true)
  // Read where React has not rendered yet; the state is for what is drawn.
  const now = useRef(true)
  const put = useCallback((value: boolean) => {
    now.current = value
    setStuck(value)
  }, [])

  const follow = useCallback(() => {
    if (element && now.current) element.scrollTop = element.scrollHeight
  }, [element])

  useEffect(() => {
    if (!element) return
    let last = { top: element.scrollTop, height: element.scrollHeight }
    const onScroll = () => {
      const { scrollTop: top, scrollHeight: height, clientHeight } = element
      if (height - top - clientHeight <= endZone) put(true)
      else if (top < last.top - 1 && height >= last.height) put(false)
      last = { top, height }
    }
    const sizes = new ResizeObserver(follow)
    sizes.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [element, follow, put])

  return {
    stuck,
    scroller: setElement,
    grown: useCallback(() => {
      follow()
      // A virtual list tells its height before its own padding has it.
      requestAnimationFrame(follow)
    }, [follow]),
    hold: useCallback(() => put(false), [put]),
    toEnd: useCallback(() => {
      put(true)
      if (element) element.scrollTop = element.scrollHeight
    }, [element, put]),
  }
}

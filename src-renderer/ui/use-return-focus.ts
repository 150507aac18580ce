import { useCallback, useRef } from 'react'

const focused = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null)
const isFree = () => document.activeElement === null || document.activeElement === document.body

/**
 * For a dialog without a trigger: where the focus was when it opened, and back there when it is gone. What has taken
 * the focus meanwhile keeps it. `then` runs after that, when the dialog no longer holds the focus.
 */
export function useReturnFocus(then?: () => void): (event: Event) => void {
  const opener = useRef<HTMLElement | null | undefined>(undefined)
  if (opener.current === undefined) opener.current = focused()
  return useCallback(
    (event: Event) => {
      event.preventDefault()
      if (isFree() && opener.current?.isConnected) opener.current.focus()
      then?.()
    },
    [then],
  )
}

/** For a menu: its button gets the focus back only where the choice did not lead elsewhere. */
export function keepMovedFocus(event: Event): void {
  if (!isFree()) event.preventDefault()
}

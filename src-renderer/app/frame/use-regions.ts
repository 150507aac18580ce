import { useEffect } from 'react'
import { useDesk } from '../../commands/index.ts'

const visibleRegions = () =>
  [...document.querySelectorAll<HTMLElement>('[data-region]')].filter((region) =>
    region.checkVisibility({ visibilityProperty: true }),
  )

/** The next part of the window in reading order, from where the focus is. */
function moveFocus(back: boolean): void {
  const regions = visibleRegions()
  const at = regions.findIndex((region) => region.contains(document.activeElement))
  const next = regions[(at + (back ? -1 : 1) + regions.length) % regions.length]
  const inside = next?.querySelector<HTMLElement>('textarea, [aria-current="true"], [aria-selected="true"]')
  ;(inside ?? next)?.focus()
}

/** F6 goes round the parts of the window. */
export function useRegions(): void {
  const desk = useDesk()
  useEffect(() => {
    desk.ports = { ...desk.ports, nextPane: moveFocus }
  }, [desk])
}

import { useEffect } from 'react'
import { type Desk, lineForKey, useDesk, verbs } from '../../commands/index.ts'
import { select } from '../../state/index.ts'
import { isComposing } from '../../ui/index.ts'

/** How long after the first Esc a second one still counts as its second, in milliseconds. */
const secondEsc = 1500

/** Shortcuts of the whole window. Parts that use a key themselves have prevented its default by now. */
export function useKeys(): void {
  const desk = useDesk()
  useEffect(() => {
    const escape = escapes(desk)
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event)) return
      if (event.key === 'Escape') return escape(event.timeStamp)
      if (event.key === 'F6' && event.shiftKey) {
        event.preventDefault()
        return desk.ports.nextPane(true)
      }
      const line = lineForKey(desk, event)
      if (!line) return
      event.preventDefault()
      line.run()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [desk])
}

/** The first Esc leaves what has the focus; a second one soon after asks whether to stop the run. */
function escapes(desk: Desk): (time: number) => void {
  let first = Number.NEGATIVE_INFINITY
  return (time) => {
    const isSecond = time - first < secondEsc
    first = isSecond ? Number.NEGATIVE_INFINITY : time
    if (isSecond) askToStop(desk)
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
}

function askToStop({ stores }: Desk): void {
  const run = select.activeRun(stores)
  const { dialog } = stores.window.getState()
  if (run && dialog === null && verbs.stopRun.canRun(stores) === true)
    stores.window.setState({ confirmStop: run.id })
}

import { useEffect } from 'react'
import { useDesk } from '../../commands/index.ts'

/** Below this the list gives its room to the panes; the operator can still bring it back. */
const narrow = '(max-width: 880px)'

/** At a strong zoom or in a small window the list goes; it returns with the room, as it was left. */
export function useNarrow(): void {
  const { stores } = useDesk()
  useEffect(() => {
    const query = window.matchMedia(narrow)
    let before = true
    const apply = () => {
      if (query.matches) before = stores.window.getState().sidebar
      stores.window.setState({ sidebar: query.matches ? false : before })
    }
    if (query.matches) apply()
    query.addEventListener('change', apply)
    return () => query.removeEventListener('change', apply)
  }, [stores])
}

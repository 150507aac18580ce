import { useEffect } from 'react'
import { useFrom } from '../../commands/index.ts'

/** Keeps `data-theme` on the root: what was chosen, or what the system has now. */
export function useTheme(): void {
  const theme = useFrom('window', (state) => state.theme)
  useEffect(() => {
    const light = window.matchMedia('(prefers-color-scheme: light)')
    const apply = () => {
      document.documentElement.dataset.theme = theme === 'system' ? (light.matches ? 'light' : 'dark') : theme
    }
    apply()
    light.addEventListener('change', apply)
    return () => light.removeEventListener('change', apply)
  }, [theme])
}

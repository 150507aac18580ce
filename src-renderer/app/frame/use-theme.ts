import { useEffect } from 'react'
import { useFrom } from '../../commands/index.ts'
import type { Theme } from '../../state/index.ts'

const light = () => window.matchMedia('(prefers-color-scheme: light)')

/** Puts the colours on the page: what was chosen, or what the system has now. */
export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme === 'system' ? (light().matches ? 'light' : 'dark') : theme
}

/** Keeps them in step with the choice and with the system. */
export function useTheme(): void {
  const theme = useFrom('window', (state) => state.theme)
  useEffect(() => {
    const system = light()
    const apply = () => showTheme(theme)
    apply()
    system.addEventListener('change', apply)
    return () => system.removeEventListener('change', apply)
  }, [theme])
}

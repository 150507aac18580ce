import styles from './bits.module.css'

const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform)

/** `Mod+K` as people of this platform write it. */
function spellKeys(keys: string): string {
  const parts = keys.split('+')
  if (!isMac) return parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)).join(' ')
  const signs: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↵' }
  return parts.map((part) => signs[part] ?? part).join('')
}

export function Kbd({ keys, bare }: { keys: string; bare?: boolean }) {
  return <kbd className={bare ? `${styles.kbd} ${styles.bare}` : styles.kbd}>{spellKeys(keys)}</kbd>
}

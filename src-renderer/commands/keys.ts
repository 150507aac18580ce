import { allLines, type Line } from './all.ts'
import type { Desk } from './command.ts'

export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform)

/** The press written the way shortcuts are: `Mod+Shift+F`. */
export function spell({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): string {
  const mod = isMac ? metaKey : ctrlKey
  const name = key.length === 1 ? key.toUpperCase() : key
  return [mod && 'Mod', shiftKey && 'Shift', altKey && 'Alt', name].filter(Boolean).join('+')
}

/** The line a key press stands for, if it may run now. Plain letters are never shortcuts. */
export function lineForKey(desk: Desk, press: KeyPress): Line | null {
  const spelled = spell(press)
  if (!spelled.startsWith('Mod+') && !/^F\d+$/.test(spelled)) return null
  return allLines(desk).find((line) => line.shortcut === spelled && line.can === true) ?? null
}

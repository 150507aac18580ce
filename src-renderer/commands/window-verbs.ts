import type { Theme } from '../state/index.ts'
import { always, type Command, type CommandGroup, type CommandId, type Desk, title } from './command.ts'

/** The small verbs of the window itself: one line each. */
function verb(
  id: CommandId,
  group: CommandGroup,
  shortcut: string | undefined,
  run: (desk: Desk) => void,
): Command {
  return { id, title: title(id), group, shortcut, canRun: always, run }
}

const nextTheme: Record<Theme, Theme> = { system: 'dark', dark: 'light', light: 'system' }

export const toggleSidebar = verb('sidebar.toggle', 'window', 'Mod+B', ({ stores, link }) => {
  const sidebar = !stores.window.getState().sidebar
  stores.window.setState({ sidebar })
  void link.call('settings.write', { key: 'sidebar', value: sidebar ? 'shown' : 'hidden' })
})

export const toggleTheme = verb('theme.toggle', 'window', undefined, ({ stores, link }) => {
  const theme = nextTheme[stores.window.getState().theme]
  stores.window.setState({ theme })
  void link.call('settings.write', { key: 'theme', value: theme })
})

export const resetLayout = verb('layout.reset', 'window', undefined, ({ ports }) => ports.resetLayout())
export const focusComposer = verb('composer.focus', 'go', 'Mod+E', ({ ports }) => ports.focusComposer())
export const focusList = verb('list.focus', 'go', 'Mod+L', ({ stores, ports }) => {
  stores.window.setState({ sidebar: true })
  ports.focusList()
})

export const showPalette = verb('palette.show', 'window', 'Mod+K', ({ stores }) =>
  stores.window.setState(({ dialog }) => ({ dialog: dialog === 'palette' ? null : 'palette' })),
)
export const showShortcuts = verb('shortcuts.show', 'window', 'Mod+/', ({ stores }) =>
  stores.window.setState({ dialog: 'shortcuts' }),
)
export const chooseModel = verb('model.choose', 'run', undefined, ({ stores, link }) => {
  stores.window.setState({ dialog: 'model' })
  void link.load.models()
})
export const showAbout = verb('about.show', 'window', undefined, ({ stores }) =>
  stores.window.setState({ dialog: 'about' }),
)

import type { Link } from '../bridge/index.ts'
import { type Stores, words } from '../state/index.ts'

/** What the frame of the window does for the verbs; it puts the real ones in when it is mounted. */
export interface Ports {
  focusPane(pane: PaneName, appId?: string): void
  nextPane(back: boolean): void
  resetLayout(): void
  focusComposer(): void
  focusList(): void
}

export type PaneName = 'files' | 'apps' | 'surface' | 'outputs' | 'activity' | 'inspector' | 'contract'

/** What every verb works on. */
export interface Desk {
  stores: Stores
  link: Link
  ports: Ports
}

export type CommandId = keyof typeof words.commands
export type CommandGroup = keyof typeof words.palette.groups

/** True, or the reason why not, in words for the button. */
export type Can = true | string

export interface Choice<A> {
  key: string
  label: string
  note?: string
  shortcut?: string
  arg: A
}

/** One operator verb. Buttons, the palette and keys all run the same one. */
export interface Command<A = void> {
  id: CommandId
  title: string
  group: CommandGroup
  shortcut?: string
  canRun(stores: Stores, arg: A): Can
  run(desk: Desk, arg: A): Promise<void> | void
  /** For a verb that needs to be told on what: the things it can be done to now. */
  choices?(stores: Stores): Choice<A>[]
}

export function title(id: CommandId): string {
  return words.commands[id]
}

export const always = (): Can => true

/** Runs the verb if it may run; says whether it did. */
export function attempt<A>(desk: Desk, command: Command<A>, arg: A): boolean {
  if (command.canRun(desk.stores, arg) !== true) return false
  void command.run(desk, arg)
  return true
}

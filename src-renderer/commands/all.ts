import type { Can, Command, CommandGroup, Desk } from './command.ts'
import { discardEdit, editFile, keepEdit, saveFile } from './edit-file.ts'
import { moveSkill, toggleSkill } from './edit-skills.ts'
import { focusPane, nextPane } from './focus-pane.ts'
import { forgetWorkspace } from './forget-workspace.ts'
import { grantTrust, keepClosed, reviewTrust, withdrawTrust } from './grant-trust.ts'
import { applyImport, inspectImport, previewImport } from './import-folder.ts'
import { inspectRun } from './inspect-run.ts'
import { newSession } from './new-session.ts'
import { openApp } from './open-app.ts'
import { openFile } from './open-file.ts'
import { openOutput } from './open-output.ts'
import { openSession } from './open-session.ts'
import { openWorkspace } from './open-workspace.ts'
import { pickWorkspace } from './pick-workspace.ts'
import { retryRun } from './retry-run.ts'
import { revealWorkspace } from './reveal-workspace.ts'
import { runPreflight } from './run-preflight.ts'
import { showSection } from './show-section.ts'
import { startApp } from './start-app.ts'
import { startRun } from './start-run.ts'
import { stopApp } from './stop-app.ts'
import { stopRun } from './stop-run.ts'
import {
  chooseModel,
  focusComposer,
  focusList,
  resetLayout,
  showAbout,
  showPalette,
  showShortcuts,
  toggleSidebar,
  toggleTheme,
} from './window-verbs.ts'

/** Every verb by a short name, for the buttons. */
export const verbs = {
  startRun,
  stopRun,
  retryRun,
  inspectRun,
  newSession,
  openSession,
  openWorkspace,
  pickWorkspace,
  revealWorkspace,
  forgetWorkspace,
  focusPane,
  showSection,
  reviewTrust,
  keepClosed,
  grantTrust,
  withdrawTrust,
  runPreflight,
  inspectImport,
  previewImport,
  applyImport,
  toggleSkill,
  moveSkill,
  nextPane,
  openApp,
  startApp,
  stopApp,
  openOutput,
  openFile,
  editFile,
  saveFile,
  discardEdit,
  keepEdit,
  toggleSidebar,
  toggleTheme,
  resetLayout,
  focusComposer,
  focusList,
  showPalette,
  showShortcuts,
  chooseModel,
  showAbout,
}

/** One line of the palette or the shortcut sheet: a verb, or a verb on one thing. */
export interface Line {
  key: string
  label: string
  note?: string
  shortcut?: string
  group: CommandGroup
  can: Can
  run(): void
}

/**
 * Verbs that need an argument only a button has, and those that agree to what is on a screen: from the palette that
 * may lie behind another pane.
 */
const onlyButtons: ReadonlySet<unknown> = new Set([
  openFile,
  forgetWorkspace,
  moveSkill,
  grantTrust,
  withdrawTrust,
  applyImport,
])

function linesOf<A>(desk: Desk, command: Command<A>): Line[] {
  if (onlyButtons.has(command)) return []
  const line = (key: string, label: string, arg: A, more: Partial<Line> = {}): Line => ({
    key,
    label,
    shortcut: command.shortcut,
    group: command.group,
    can: command.canRun(desk.stores, arg),
    run: () => void command.run(desk, arg),
    ...more,
  })
  if (!command.choices) return [line(command.id, command.title, undefined as A)]
  return command.choices(desk.stores).map((choice) =>
    line(`${command.id}:${choice.key}`, `${command.title}: ${choice.label}`, choice.arg, {
      note: choice.note,
      shortcut: choice.shortcut,
    }),
  )
}

/** What can be said now, in the order of the palette. */
export function allLines(desk: Desk): Line[] {
  return (Object.values(verbs) as Command<never>[]).flatMap((command) => linesOf(desk, command))
}

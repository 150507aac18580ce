import { words } from '../state/index.ts'
import { type Command, type PaneName, title } from './command.ts'

const panes: { pane: PaneName; label: string }[] = [
  { pane: 'files', label: words.files.title },
  { pane: 'apps', label: words.apps.title },
  { pane: 'outputs', label: words.outputs.title },
  { pane: 'activity', label: words.activity.title },
  { pane: 'inspector', label: words.inspector.title },
  { pane: 'contract', label: words.contract.title },
]

/** Brings the pane to the front, and back if it was closed. */
export const focusPane: Command<PaneName> = {
  id: 'pane.focus',
  title: title('pane.focus'),
  group: 'go',
  canRun: (stores) => (stores.selection.getState().workspaceId ? true : words.composer.whyNot.noWorkspace),
  run: ({ ports }, pane) => ports.focusPane(pane),
  choices: () =>
    panes.map(({ pane, label }, at) => ({ key: pane, label, shortcut: `Mod+${at + 1}`, arg: pane })),
}

export const nextPane: Command = {
  id: 'pane.next',
  title: title('pane.next'),
  group: 'go',
  shortcut: 'F6',
  canRun: () => true,
  run: ({ ports }) => ports.nextPane(false),
}

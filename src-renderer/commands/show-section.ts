import { type ContractSection, contractSections, words } from '../state/index.ts'
import { type Command, title } from './command.ts'

/** Shows one part of the Workspace pane: AGENTS.md, the allowlist, trust, ... */
export const showSection: Command<ContractSection> = {
  id: 'contract.show',
  title: title('contract.show'),
  group: 'go',
  canRun: (stores) => (stores.selection.getState().workspaceId ? true : words.composer.whyNot.noWorkspace),
  run({ stores, ports }, section) {
    const { workspaceId } = stores.selection.getState()
    if (!workspaceId) return
    stores.contract.setState((state) => ({ section: { ...state.section, [workspaceId]: section } }))
    ports.focusPane('contract')
  },
  choices: () =>
    contractSections.map((section) => ({
      key: section,
      label: words.contract.sections[section],
      arg: section,
    })),
}

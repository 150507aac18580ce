/** The operator's verbs, and how parts of the window reach them. */
export { allLines, verbs } from './all.ts'
export { attempt, type Desk, type PaneName, type Ports } from './command.ts'
export { changeDraft } from './edit-file.ts'
export { lineForKey } from './keys.ts'
export { loadSurface } from './open-app.ts'
export { openWorkspaceAtNewest } from './open-workspace.ts'
export {
  DeskProvider,
  useCommand,
  useCurrentRun,
  useCurrentWorkspace,
  useDesk,
  useFrom,
  useSelect,
} from './use-desk.ts'

/** The operator's verbs, and how parts of the window reach them. */
export { allLines, verbs } from './all.ts'
export { attempt, type Desk, type PaneName, type Ports } from './command.ts'
export { editConfigBy, isPreviewed, previewFile } from './edit-config.ts'
export { changeDraft, writeIn } from './edit-file.ts'
export { authoredSkills } from './edit-skills.ts'
export { keepTrust, readTrust, tickTrust } from './grant-trust.ts'
export { noImport, putImport, tickImport } from './import-folder.ts'
export { lineForKey } from './keys.ts'
export { loadSurface } from './open-app.ts'
export { openWorkspaceAtNewest } from './open-workspace.ts'
export { choosePreflight, preflightWish } from './run-preflight.ts'
export {
  DeskProvider,
  useCommand,
  useCurrentRun,
  useCurrentWorkspace,
  useDesk,
  useFrom,
  useSelect,
} from './use-desk.ts'

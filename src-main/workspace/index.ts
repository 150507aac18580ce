/** The author's contract: find, read, validate, compile and watch the authored files. */
export { familyOf } from './built-in.ts'
export { editInTurns } from './edit.ts'
export { readIdentity, writeIdentity } from './identity.ts'
export { inspectImports, previewImport } from './import/index.ts'
export { lintMarkdown } from './lint.ts'
export { placesIn } from './place.ts'
export {
  type AppPlan,
  type Collected,
  type Compiled,
  type ListingMode,
  listingOf,
  type ServerPlan,
  type WorkspacePlan,
} from './plan.ts'
export { readValues, WorkspaceReader } from './read.ts'
export { copySample } from './sample.ts'
export { listTapes, readTape } from './tapes.ts'
export { FolderWatch } from './watch.ts'
export { writeAuthored } from './write.ts'

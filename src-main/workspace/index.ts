/** The author's contract: find, read, validate, compile and watch the authored files. */
export { editYaml } from './edit.ts'
export { readIdentity, writeIdentity } from './identity.ts'
export {
  type AppPlan,
  type Collected,
  type Compiled,
  listingOf,
  type ServerPlan,
  type WorkspacePlan,
} from './plan.ts'
export { WorkspaceReader } from './read.ts'
export { copySample } from './sample.ts'
export { listTapes, readTape } from './tapes.ts'
export { FolderWatch } from './watch.ts'
export { writeAuthored } from './write.ts'

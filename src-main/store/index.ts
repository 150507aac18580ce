/** The SQLite file: events, projections, blobs, settings. */
export type { NewEvent } from './events.ts'
export type { RunRow, WorkspaceRow } from './records.ts'
export { Store } from './store.ts'
export type { TrustRow } from './trust-rows.ts'

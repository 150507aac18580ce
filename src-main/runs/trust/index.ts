/** What the operator granted of a workspace, item by item, and what may happen of it now. */
export { keys as trustKeys } from './draft.ts'
export { notTrusted, trustOperations } from './operations.ts'
export { type Glance, type Standing, Trust } from './trust.ts'

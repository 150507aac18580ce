/** What the window knows: one store per noun, how envelopes change them, and the words for it. */
export { applyEnvelope, applyToSession, putApp, putWorkspace, setView } from './apply-envelope.ts'
export { describeEvent, type EventGroup, groupOf, msOf, targetOf } from './describe-event.ts'
export { appendToLog, emptyLog, markLog } from './event-log.ts'
export { failed, type Loaded, loading, ready, valueOf } from './loaded.ts'
export { select } from './selectors.ts'
export {
  createStores,
  type Draft,
  type FileDraft,
  keyIn,
  type Nouns,
  type RunPackage,
  type Stores,
  type Theme,
} from './stores.ts'
export { capabilityMark, familyKind, type Mark, runMark, runMarkOf, toolMark } from './tones.ts'
export { words } from './words.ts'

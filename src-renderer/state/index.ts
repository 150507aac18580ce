/** What the window knows: one store per noun, how envelopes change them, and the words for it. */
export { applyEnvelope, applyToSession, putApp, putWorkspace, setView } from './apply-envelope.ts'
export { describeEvent, type EventGroup, groupOf, msOf, targetOf } from './describe-event.ts'
export { appendToLog, emptyLog, markLog } from './event-log.ts'
export { failed, type Loaded, loading, ready, valueOf } from './loaded.ts'
export { select } from './selectors.ts'
export {
  type ContractSection,
  contractSections,
  createStores,
  type Draft,
  type FileDraft,
  type ImportDraft,
  keyIn,
  type Nouns,
  type PreflightWish,
  type RunPackage,
  type Stores,
  type Theme,
} from './stores.ts'
export { capabilityMark, familyKind, type Mark, runMark, runMarkOf, toolMark } from './tones.ts'
export { draftFor, isAnotherWord, isPending, isTickable, keysOf, type TrustDraft } from './trust-draft.ts'
export { words } from './words.ts'

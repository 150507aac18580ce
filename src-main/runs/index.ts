/** A run from click to end: stages, gateway, log, recovery, outputs, and the operator's own verbs. */
export { givenOf } from './given.ts'
export { environmentSecrets } from './models.ts'
export { Operator, type OperatorOptions } from './operator.ts'
export { predictManifest, type WhyAnswer, whyTool } from './predict.ts'
export { readerFor } from './reader.ts'

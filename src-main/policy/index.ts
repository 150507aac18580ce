/** May this call run: pure decisions, no I/O. */
export {
  type Candidate,
  type GateDecision,
  gate,
  type KindRules,
  mayReach,
  policyRules,
  visibleIn,
} from './visibility.ts'

import type { Diagnostic, Fault, StageName } from './fault.ts'
import type { RunId } from './ids.ts'
import type { CapabilityManifest, PromptSection } from './package.ts'
import type { SessionKind, ToolFamily } from './vocabulary.ts'

/** What a run would be given now, without starting it. */
export interface Preflight {
  kind: SessionKind
  harness: string
  /** Servers and apps were really started and asked; otherwise the manifest is predicted from what is written. */
  live: boolean
  /** What would end the run before its host starts. */
  faults: Fault[]
  findings: Diagnostic[]
  /** Empty where it does not get that far. */
  sections: PromptSection[]
  /** `tokens`: an estimate of the name, description and schema as the model gets them; null where only the name is known. */
  tools: { id: string; family: ToolFamily; tokens: number | null }[]
  manifest: CapabilityManifest | null
  /** Sources whose tools are only known once they are asked. */
  discovery: string[]
  environment: EnvironmentNeed[]
  /** `provider/model`, and where it is; null where none is needed or chosen. */
  model: { name: string; baseUrl: string } | null
  configChecksum: string | null
  stageMs: Partial<Record<StageName, number>>
}

export interface EnvironmentNeed {
  name: string
  /** Who gets it: `server files`, `app board`, a host. */
  destination: string
  /** `not_granted`: it is there, and the operator did not give it to this destination. */
  state: 'set' | 'missing' | 'not_granted'
}

/** What one run was given to work with, and what it was not: for a wrong answer rather than an error. */
export interface GivenView {
  runId: RunId
  /** Earlier runs of the session: what of them was told to the model. */
  continuity: { runId: RunId; instruction: string; kept: number; dropped: number; why: string | null }[]
  sections: { id: string; title: string; tokens: number; truncated: boolean }[]
  /** Results of which the model got less than the tool answered. */
  cutResults: { callId: string; toolId: string; bytes: number; given: number }[]
  /** Successful calls that changed or made something and that no output is tied to. */
  unassociated: { callId: string; toolId: string }[]
  /** Calls that were refused, with why. */
  refused: { callId: string; toolId: string; reason: string; detail: string }[]
}

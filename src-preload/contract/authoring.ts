import type { Diagnostic } from './fault.ts'
import type { Json, ToolSource } from './package.ts'
import type { AbsenceReason, SessionKind, ToolFamily } from './vocabulary.ts'

/** What a text would mean for the next run. `effect` is null where it does not compile. Nothing is written. */
export interface AuthoringPreview {
  diagnostics: Diagnostic[]
  effect: ContractEffect | null
  /** The values of workspace.yaml as read, also of keys that are not known; null for another file, or where it is no YAML. */
  values: Json
  /** An estimate, for a text that goes into the prompt; null for any other. */
  tokens: number | null
}

/** The contract as every session kind sees it, from the files and from what servers listed before; nothing is started. */
export interface ContractEffect {
  sources: EffectSource[]
  /** Every tool that is known of, also those that no kind may call. */
  tools: EffectTool[]
  kinds: Record<SessionKind, EffectKind>
  /** All that were found, in the order they have in the prompt; those that are off follow. */
  skills: EffectSkill[]
  commands: EffectCommand[]
  subagents: EffectSubagent[]
}

/** A server or app. */
export interface EffectSource {
  id: string
  kind: 'local' | 'remote' | 'app'
  enabled: boolean
  /** `unlisted`: others are named in the allowlist and nothing of this one is: it contributes nothing. */
  mode: 'explicit' | 'discovery' | 'unlisted'
  /** The argv, the URL, or the app's start line. */
  target: string
  /** When its tools were last listed; null: never, so that only what is written is known of it. */
  seenAt: number | null
  /** Of a tool of it that nobody knows of yet. */
  verdicts: Record<SessionKind, EffectVerdict>
}

export interface EffectTool {
  id: string
  family: ToolFamily
  source: ToolSource
  description: string | null
  /** It stands in `allowlist.tool_ids`. */
  named: boolean
  /** `listed`: its server listed it. `declared`: a manifest names it. `unseen`: the allowlist alone does. */
  known: 'listed' | 'declared' | 'unseen'
  readOnly: boolean | null
  verdicts: Record<SessionKind, EffectVerdict>
}

/** `maybe`: it depends on what is only known in a run: the server lists it, a granting skill is invoked. */
export interface EffectVerdict {
  callable: 'yes' | 'no' | 'maybe'
  reason?: AbsenceReason
  detail: string
  /** The author changed what the kind has by itself. */
  changed?: 'widened' | 'narrowed'
}

export interface EffectKind {
  preset: 'coordinate' | 'direct'
  allow: string[]
  deny: string[]
}

export interface EffectSkill {
  id: string
  /** `operator`: from the operator's own folder of skills, which every workspace has. */
  layer: 'bundled' | 'operator' | 'workspace'
  /** Lower layers that have one of this id, which is not used. */
  shadows: ('bundled' | 'operator' | 'workspace')[]
  description: string
  path: string
  enabled: boolean
  /** What is wrong with it, so that it is in no run. */
  problem: string | null
  grantedTools: string[]
  grantedCommands: string[]
  /** Of its text, which is read only when it is invoked. An estimate. */
  tokens: number
}

export interface EffectCommand {
  id: string
  description: string
  run: string[] | null
  prompt: string | null
  sessionKinds: SessionKind[] | null
  /** Skills of which one must be invoked before an agent may run it. */
  grantedBy: string[]
}

export interface EffectSubagent {
  id: string
  description: string
  path: string
  workspace: 'isolated' | 'shared'
  model: string | null
  steps: number
  tools: string[] | null
  skills: string[] | null
  hidden: boolean
  tokens: number
}

import type { AbsentTool, SessionKind } from '@contract'
import { mayReach } from '../policy/index.ts'
import type { WorkspacePlan } from '../workspace/index.ts'
import {
  type KnownTool,
  knownTools,
  type Listing,
  type MayWiden,
  sourcesOf,
  type Verdict,
  verdictOf,
} from './known-tools.ts'

/** The manifest as declarations tell it, with nothing started: what a server really lists shows only in a run. */
export interface PredictedManifest {
  tools: { id: string; family: AbsentTool['family'] }[]
  absent: AbsentTool[]
  /** Servers and apps whose tools are found out at run time. */
  discovery: string[]
}

/** `listings`: what servers said before; without them only what is written counts. */
export function predictManifest(
  plan: WorkspacePlan,
  kind: SessionKind,
  listings: readonly Listing[] = [],
  mayWiden: MayWiden | null = null,
): PredictedManifest {
  const predicted: PredictedManifest = { tools: [], absent: [], discovery: [] }
  for (const tool of knownTools(plan, listings)) {
    const { id, family } = tool
    const { callable, reason, detail } = verdictOf(plan, kind, tool, mayWiden)
    // A tool that a skill grants is in the request, with a note; it is the call that waits for the skill.
    if (callable === 'yes' || reason === 'skill_required') predicted.tools.push({ id, family })
    else if (reason) predicted.absent.push({ id, family, reason, detail })
  }
  for (const { id, enabled, mode, family } of sourcesOf(plan, listings)) {
    if (enabled && mode === 'discovery' && mayReach(kind, id, family, plan.sessionKinds[kind]))
      predicted.discovery.push(id)
  }
  return predicted
}

/** The answer to "why can't the agent call X?", as far as the files tell it. */
export interface WhyAnswer extends Verdict {
  toolId: string
  sessionKind: SessionKind
}

/** In the order of the stages: declared, listed, of this kind, granted. */
export function whyTool(
  plan: WorkspacePlan,
  kind: SessionKind,
  toolId: string,
  listings: readonly Listing[] = [],
): WhyAnswer {
  const known =
    knownTools(plan, listings).find(({ id }) => id === toolId) ?? unknownTool(plan, toolId, listings)
  const verdict: Verdict = known
    ? verdictOf(plan, kind, known)
    : {
        callable: 'no',
        reason: 'not_declared',
        detail: 'no server, app or built-in of this name is declared',
      }
  return { toolId, sessionKind: kind, ...verdict }
}

/** A tool that nothing names: of a server in discovery it may be there all the same. */
function unknownTool(plan: WorkspacePlan, toolId: string, listings: readonly Listing[]): KnownTool | null {
  const source = sourcesOf(plan, listings).find(({ id }) => toolId.startsWith(`${id}.`))
  if (!source) return null
  const { family, of } = source
  return {
    id: toolId,
    family,
    of,
    source,
    named: false,
    known: 'unseen',
    description: null,
    readOnly: null,
    schema: null,
  }
}

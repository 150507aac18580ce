import type { AbsentTool, SessionKind } from '@contract'
import { gate, mayReach } from '../policy/index.ts'
import { listingOf, type WorkspacePlan } from '../workspace/index.ts'

/** The manifest as declarations tell it, with nothing started: what a server really lists shows only in a run. */
export interface PredictedManifest {
  tools: { id: string; family: AbsentTool['family'] }[]
  absent: AbsentTool[]
  /** Servers and apps whose tools are found out at run time. */
  discovery: string[]
}

const builtIn: PredictedManifest['tools'] = [
  { id: 'file_read', family: 'files.read' },
  { id: 'file_list', family: 'files.read' },
  { id: 'file_write', family: 'files.write' },
  { id: 'write_report', family: 'outputs' },
  { id: 'output_link', family: 'outputs' },
]

export function predictManifest(plan: WorkspacePlan, kind: SessionKind): PredictedManifest {
  const predicted: PredictedManifest = { tools: [], absent: [], discovery: [] }
  const rules = plan.sessionKinds[kind]
  const offer = (tool: PredictedManifest['tools'][number]) => {
    const decision = gate(kind, tool, rules)
    if (decision.callable) predicted.tools.push(tool)
    else {
      const { reason, detail } = decision
      predicted.absent.push({ ...tool, reason, ...(detail ? { detail } : {}) })
    }
  }
  for (const tool of builtIn) offer(tool)
  if (plan.skills.length > 0) offer({ id: 'skill', family: 'skill' })
  for (const source of sourcesOf(plan)) {
    const { mode, tools } = listingOf(plan, source.id)
    const names = mode === 'explicit' ? [...tools] : mode === 'discovery' ? source.declared : []
    for (const name of names) {
      const tool = { id: `${source.id}.${name}`, family: source.family }
      if (source.enabled) offer(tool)
      else predicted.absent.push({ ...tool, reason: 'server_disabled' })
    }
    const reachable = source.enabled && mayReach(kind, source.id, source.family, rules)
    if (mode === 'discovery' && reachable) predicted.discovery.push(source.id)
  }
  return predicted
}

interface Source {
  id: string
  family: AbsentTool['family']
  enabled: boolean
  /** Tools that are named before anything is started. */
  declared: string[]
}

function sourcesOf(plan: WorkspacePlan): Source[] {
  return [
    ...plan.servers.map(({ id, enabled }): Source => ({ id, family: `mcp:${id}`, enabled, declared: [] })),
    ...plan.apps.map(
      ({ id, mcp }): Source => ({ id, family: `app:${id}`, enabled: true, declared: mcp.tools ?? [] }),
    ),
  ]
}

/** The answer to "why can't the agent call X?", as far as the files tell it. */
export interface WhyAnswer {
  toolId: string
  sessionKind: SessionKind
  /** `maybe`: its server is in discovery, and only a run finds out whether it has the tool. */
  callable: 'yes' | 'no' | 'maybe'
  reason?: AbsentTool['reason']
  detail: string
}

/** In the order of the stages: declared, listed, of this kind, granted. */
export function whyTool(plan: WorkspacePlan, kind: SessionKind, toolId: string): WhyAnswer {
  const answer = (
    callable: WhyAnswer['callable'],
    detail: string,
    reason?: AbsentTool['reason'],
  ): WhyAnswer => ({
    toolId,
    sessionKind: kind,
    callable,
    ...(reason ? { reason } : {}),
    detail,
  })
  const predicted = predictManifest(plan, kind)
  const absent = predicted.absent.find(({ id }) => id === toolId)
  if (absent) return answer('no', absent.detail ?? 'its server is disabled in workspace.yaml', absent.reason)
  if (predicted.tools.some(({ id }) => id === toolId)) return managed(plan, toolId, answer)
  const source = sourcesOf(plan).find(({ id }) => toolId.startsWith(`${id}.`))
  if (!source) return answer('no', 'no server, app or built-in of this name is declared', 'not_declared')
  if (!source.enabled) return answer('no', `${source.id} is disabled in workspace.yaml`, 'server_disabled')
  if (listingOf(plan, source.id).mode !== 'discovery')
    return answer('no', 'mcp_registry.allowlist.tool_ids does not name it', 'not_declared')
  const decision = gate(kind, { id: toolId, family: source.family }, plan.sessionKinds[kind])
  if (!decision.callable) return answer('no', decision.detail ?? decision.reason, decision.reason)
  return answer('maybe', `${source.id} is in discovery: it is callable if the server lists it`)
}

function managed(
  plan: WorkspacePlan,
  toolId: string,
  answer: (callable: WhyAnswer['callable'], detail: string, reason?: AbsentTool['reason']) => WhyAnswer,
): WhyAnswer {
  const granting = plan.skills.filter((skill) => skill.grantedTools.includes(toolId)).map((skill) => skill.id)
  if (granting.length === 0) return answer('yes', 'declared, of this session kind, and allowed')
  return answer(
    'maybe',
    `only after the skill ${granting.join(' or ')} was invoked in the run`,
    'skill_required',
  )
}

import type { AbsentTool, SessionKind } from '@contract'
import { gate, visibleIn } from '../policy/index.ts'
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
  const offer = (tool: PredictedManifest['tools'][number]) => {
    const decision = gate(kind, tool)
    if (decision.callable) predicted.tools.push(tool)
    else
      predicted.absent.push({
        ...tool,
        reason: decision.reason,
        ...(decision.detail ? { detail: decision.detail } : {}),
      })
  }
  for (const tool of builtIn) offer(tool)
  const sources = [
    ...plan.servers.map((server) => ({
      id: server.id,
      family: `mcp:${server.id}` as const,
      on: server.enabled,
      declared: [] as string[],
    })),
    ...plan.apps.map((app) => ({
      id: app.id,
      family: `app:${app.id}` as const,
      on: true,
      declared: app.mcp.tools ?? [],
    })),
  ]
  for (const source of sources) {
    const { mode, tools } = listingOf(plan, source.id)
    const names = mode === 'explicit' ? [...tools] : mode === 'discovery' ? source.declared : []
    for (const name of names) {
      const tool = { id: `${source.id}.${name}`, family: source.family }
      if (source.on) offer(tool)
      else predicted.absent.push({ ...tool, reason: 'server_disabled' })
    }
    if (mode === 'discovery' && source.on && visibleIn(kind, source.family))
      predicted.discovery.push(source.id)
  }
  return predicted
}

import {
  type ContractEffect,
  type EffectSource,
  type EffectTool,
  type EffectVerdict,
  type SessionKind,
  sessionKinds,
} from '@contract'
import { gate } from '../policy/index.ts'
import type { WorkspacePlan } from '../workspace/index.ts'
import { type KnownTool, knownTools, type Listing, type Source, sourcesOf, verdictOf } from './known-tools.ts'
import { estimateTokens } from './sections.ts'

/** What the plan means for every session kind. `listings`: what servers and apps listed when they were last asked. */
export function contractEffect(plan: WorkspacePlan, listings: readonly Listing[]): ContractEffect {
  return {
    sources: sourcesOf(plan, listings).map((source): EffectSource => {
      const server = plan.servers.find(({ id }) => id === source.id)
      const app = plan.apps.find(({ id }) => id === source.id)
      return {
        id: source.id,
        kind: server?.kind ?? 'app',
        enabled: source.enabled,
        mode: source.mode,
        target: server
          ? server.kind === 'local'
            ? server.command.join(' ')
            : server.url
          : (app?.start ?? ''),
        seenAt: source.listing?.seenAt ?? null,
        verdicts: effectTool(plan, unknownTool(source)).verdicts,
      }
    }),
    tools: knownTools(plan, listings).map((tool) => effectTool(plan, tool)),
    kinds: forKinds((kind) => {
      const { preset = 'coordinate', allow = [], deny = [] } = plan.sessionKinds[kind] ?? {}
      return { preset, allow, deny }
    }),
    skills: skillsOf(plan),
    commands: plan.commands.map((command) => ({
      ...command,
      grantedBy: plan.skills
        .filter(({ grantedCommands }) => grantedCommands.includes(command.id))
        .map(({ id }) => id),
    })),
    subagents: plan.subagents.map(({ mode: _, body, ...subagent }) => ({
      ...subagent,
      tokens: estimateTokens(body),
    })),
  }
}

function effectTool(plan: WorkspacePlan, tool: KnownTool): EffectTool {
  const { id, family, of, description, named, known, readOnly } = tool
  const verdicts = forKinds((kind): EffectVerdict => {
    const verdict = verdictOf(plan, kind, tool)
    const rules = plan.sessionKinds[kind]
    const now = gate(kind, tool, rules).callable
    const changed = now === gate(kind, tool).callable ? null : now ? 'widened' : 'narrowed'
    return { ...verdict, ...(changed ? { changed } : {}) }
  })
  return { id, family, source: of, description, named, known, readOnly, verdicts }
}

/** Some tool that the source may have. */
function unknownTool(source: Source): KnownTool {
  const { id, family, of } = source
  return {
    id: `${id}.*`,
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

function skillsOf(plan: WorkspacePlan): ContractEffect['skills'] {
  const on = plan.skills.map(
    ({ id, layer, shadows, description, path, grantedTools, grantedCommands, body }) => ({
      id,
      layer,
      shadows,
      description,
      path,
      enabled: true,
      problem: null,
      grantedTools,
      grantedCommands,
      tokens: estimateTokens(body),
    }),
  )
  const off = plan.skillsOff.map(({ id, layer, path, problem, skill }) => ({
    id,
    layer,
    shadows: skill?.shadows ?? [],
    description: skill?.description ?? '',
    path,
    enabled: false,
    problem,
    grantedTools: skill?.grantedTools ?? [],
    grantedCommands: skill?.grantedCommands ?? [],
    tokens: estimateTokens(skill?.body ?? ''),
  }))
  return [...on, ...off]
}

function forKinds<T>(make: (kind: SessionKind) => T): Record<SessionKind, T> {
  return Object.fromEntries(sessionKinds.map((kind) => [kind, make(kind)])) as Record<SessionKind, T>
}

import {
  builtInFamilies,
  type ConfigEdit,
  type ContractEffect,
  type EffectSource,
  type EffectTool,
  type EffectVerdict,
  type Json,
  type SessionKind,
  sessionKinds,
  type ToolFamily,
} from '@contract'
import { emptied, listEdits, textsAt } from '../json.ts'

export interface FamilyRow {
  family: ToolFamily
  tools: EffectTool[]
  /** A server or app; null for the runtime's own. */
  source: EffectSource | null
}

export type Rule = 'own' | 'allow' | 'deny'

/** Built-in families in the order of the contract, then servers, then apps. */
const rank = (family: ToolFamily) => {
  const at = (builtInFamilies as readonly ToolFamily[]).indexOf(family)
  if (at >= 0) return at
  return builtInFamilies.length + (family.startsWith('app:') ? 1 : 0)
}

/** A server or app whose tools are not known yet is a family too: it can be allowed and denied as a whole. */
export function familiesOf(tools: EffectTool[], sources: EffectSource[]): FamilyRow[] {
  const families = new Map<ToolFamily, EffectTool[]>(
    sources.map(({ id, kind }) => [kind === 'app' ? `app:${id}` : `mcp:${id}`, []]),
  )
  for (const tool of tools) {
    const group = families.get(tool.family)
    if (group) group.push(tool)
    else families.set(tool.family, [tool])
  }
  const sourceOf = (family: ToolFamily) =>
    sources.find(({ id, kind }) => family === (kind === 'app' ? `app:${id}` : `mcp:${id}`)) ?? null
  return [...families]
    .map(([family, own]) => ({
      family,
      source: sourceOf(family),
      tools: own.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    }))
    .sort((one, other) => rank(one.family) - rank(other.family))
}

/** What a family as a whole comes to for a kind: one answer, or how many of its tools may be called. */
export interface Sum {
  verdict: EffectVerdict
  yes: number
  all: number
  isMixed: boolean
}

export function sumOf(
  { tools, source }: Pick<FamilyRow, 'tools' | 'source'>,
  kind: SessionKind,
  unknown: string,
): Sum {
  const verdicts = tools.map((tool) => tool.verdicts[kind])
  const first = verdicts[0] ?? source?.verdicts[kind] ?? { callable: 'maybe', detail: unknown }
  const yes = verdicts.filter(({ callable }) => callable === 'yes').length
  const isMixed = verdicts.some(({ callable }) => callable !== first.callable)
  const changed = (['widened', 'narrowed'] as const).find((how) =>
    verdicts.some((verdict) => verdict.changed === how),
  )
  const { changed: _, ...own } = isMixed ? { callable: 'maybe' as const, detail: '', changed: null } : first
  return { verdict: { ...own, ...(changed && { changed }) }, yes, all: tools.length, isMixed }
}

export function ruleOf(effect: ContractEffect, kind: SessionKind, name: string): Rule {
  const { allow, deny } = effect.kinds[kind]
  if (deny.includes(name)) return 'deny'
  return allow.includes(name) ? 'allow' : 'own'
}

export function ruleEdits(values: Json, kind: SessionKind, name: string, rule: Rule): ConfigEdit[] {
  const lists = (['allow', 'deny'] as const).map((key) => {
    const path = ['session_kinds', kind, key]
    const before = textsAt(values, path)
    const rest = before.filter((one) => one !== name)
    return { path, before, after: rule === key ? [...rest, name] : rest }
  })
  const changed = lists.filter(({ before, after }) => before.join('\n') !== after.join('\n'))
  // What comes first: the mapping above is not emptied when the name only moves to the other list.
  const comes = changed.filter(({ after }) => after.includes(name))
  const goes = changed.filter(({ after }) => !after.includes(name))
  return [
    ...comes.flatMap(({ path, after }) => listEdits(values, path, after, 0)),
    ...goes.flatMap(({ path, after }) =>
      after.length === 0 && comes.length > 0 ? [{ path }] : listEdits(values, path, after, 0),
    ),
  ]
}

export function presetEdits(values: Json, preset: string): ConfigEdit[] {
  const path = ['session_kinds', 'main', 'preset']
  return [preset === 'coordinate' ? { path: emptied(values, path, 0) } : { path, value: preset }]
}

/** Every family and kind of which the author allowed more than the kind has by itself. */
export function widenedOf(families: FamilyRow[]): { family: ToolFamily; kind: SessionKind }[] {
  return families.flatMap(({ family, tools }) =>
    sessionKinds
      .filter((kind) => tools.some((tool) => tool.verdicts[kind].changed === 'widened'))
      .map((kind) => ({ family, kind })),
  )
}

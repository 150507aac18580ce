import type { ConfigEdit, EffectSource, Json } from '@contract'
import { isMapping, listEdits, textsAt, valueAt } from '../json.ts'

const place = ['mcp_registry', 'allowlist']

/** `mcp_registry.allowlist` as it is written. */
export interface Allowlist {
  ids: string[]
  /** `others: discover`: sources of which nothing is named stay in discovery. */
  isMixed: boolean
}

export type Mode = EffectSource['mode']

export function readAllowlist(values: Json): Allowlist {
  return {
    ids: textsAt(values, [...place, 'tool_ids']),
    isMixed: valueAt(values, [...place, 'others']) === 'discover',
  }
}

export const isOf = (tool: string, source: string) => tool.startsWith(`${source}.`)

export function modeIn({ ids, isMixed }: Allowlist, source: string): Mode {
  if (ids.length === 0) return 'discovery'
  if (ids.some((id) => isOf(id, source))) return 'explicit'
  return isMixed ? 'discovery' : 'unlisted'
}

/** With these ids named. The first ones that are named leave the other sources in discovery, where they were. */
export function naming(list: Allowlist, fresh: string[], sources: EffectSource[]): Allowlist {
  const ids = [...list.ids, ...fresh.filter((id) => !list.ids.includes(id))]
  if (list.ids.length > 0) return { ...list, ids }
  const hasOthers = sources.some(({ id, enabled }) => enabled && !fresh.some((tool) => isOf(tool, id)))
  return { ids, isMixed: list.isMixed || hasOthers }
}

export function without(list: Allowlist, gone: (id: string) => boolean): Allowlist {
  const ids = list.ids.filter((id) => !gone(id))
  return ids.length === 0 ? { ids, isMixed: false } : { ...list, ids }
}

/** Nothing of the source is named, and it is in discovery. */
export function discovering(list: Allowlist, source: string): Allowlist {
  const rest = without(list, (id) => isOf(id, source))
  return rest.ids.length === 0 ? rest : { ...rest, isMixed: true }
}

/** Enabled sources other than this one that a change moves from one mode to another, by the mode they get. */
export function movedBy(before: Allowlist, after: Allowlist, sources: EffectSource[], except: string) {
  const moved: Record<'discovery' | 'unlisted', string[]> = { discovery: [], unlisted: [] }
  for (const { id, enabled } of sources) {
    if (id === except || !enabled) continue
    const mode = modeIn(after, id)
    if (mode !== modeIn(before, id) && mode !== 'explicit') moved[mode].push(id)
  }
  return moved
}

export function allowlistEdits(values: Json, after: Allowlist): ConfigEdit[] {
  const before = readAllowlist(values)
  if (after.ids.length === 0) return emptying(values)
  const others =
    before.isMixed === after.isMixed
      ? []
      : [{ path: [...place, 'others'], ...(after.isMixed && { value: 'discover' }) }]
  return [...listEdits(values, [...place, 'tool_ids'], after.ids, 1), ...others]
}

function emptying(values: Json): ConfigEdit[] {
  const written = valueAt(values, place)
  if (!isMapping(written)) return []
  const ours = ['tool_ids', 'others'].filter((key) => key in written)
  if (ours.length === Object.keys(written).length) return [{ path: place }]
  return ours.map((key) => ({ path: [...place, key] }))
}

export function enabledEdits(source: string, on: boolean): ConfigEdit[] {
  const path = ['mcp_registry', 'servers', source, 'enabled']
  return [on ? { path } : { path, value: false }]
}

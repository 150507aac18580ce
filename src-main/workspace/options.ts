import type { Json, JsonObject } from '@contract'
import { isMap } from 'yaml'
import type { OptionSection, WorkspacePlan } from './plan.ts'
import type { YamlMap } from './yaml-file.ts'

interface Type {
  words: string
  is: (value: unknown) => boolean
}
export type Table = Record<string, Type>

const duration = /^(\d+(?:\.\d+)?)\s?(ms|s|m|h|d)$/
const milliseconds: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** "15m", "2 h" ... in milliseconds; null when it is none. */
function durationOf(text: unknown): number | null {
  const [, amount, unit] = (typeof text === 'string' && duration.exec(text)) || []
  return amount && unit ? Number(amount) * (milliseconds[unit] ?? 0) : null
}

export const whole: Type = {
  words: 'a whole number above 0',
  is: (value) => Number.isInteger(value) && (value as number) > 0,
}
export const amount: Type = {
  words: 'a number above 0',
  is: (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
}
const bool: Type = { words: 'true or false, without quotes', is: (value) => typeof value === 'boolean' }
const text: Type = { words: 'text', is: (value) => typeof value === 'string' && value !== '' }
export const time = (least = 1): Type => ({
  words: `a time such as "15m"${least > 1 ? `, at least ${least / 60_000} min` : ''}`,
  is: (value) => (durationOf(value) ?? 0) >= least,
})
const oneOf = (...names: string[]): Type => ({
  words: names.map((name) => `"${name}"`).join(' or '),
  is: (value) => typeof value === 'string' && names.includes(value),
})
const flush: Type = {
  words: '"always", "never" or "throttled(10m)" with the least time between two',
  is: (value) => {
    if (value === 'always' || value === 'never' || value === 'throttled') return true
    const gap = typeof value === 'string' ? /^throttled\(([^()]{1,20})\)$/.exec(value)?.[1] : undefined
    return durationOf(gap?.trim()) !== null
  },
}

/** Section -> option -> type (specs 5 and 6). */
const tables: Partial<Record<OptionSection, Table>> = {
  memory: {
    enabled: bool,
    tools: bool,
    flush,
    maxTokens: whole,
    autoAccept: bool,
    scope: oneOf('session', 'user', 'agent', 'global'),
  },
  compaction: {
    enabled: bool,
    tokens: whole,
    messages: whole,
    keep_tokens: whole,
    protect_tokens: whole,
    model: text,
  },
  schedule: { self_service: bool },
  workspace: { persist: bool, idle_timeout: time(60_000) },
  sandbox: {
    engine: oneOf('auto', 'bubblewrap', 'container'),
    image: text,
    network: bool,
  },
  placement: { kind: oneOf('local', 'store', 'sandbox') },
}
const invalid = 'workspace_option_invalid'

export function readOptions(config: YamlMap): WorkspacePlan['options'] {
  const options: WorkspacePlan['options'] = {}
  for (const [section, table] of Object.entries(tables) as [OptionSection, Table][]) {
    if (!config.has(section)) continue
    const short = section === 'placement' && !isMap(config.raw(section))
    options[section] = short ? readPlacement(config) : readSection(config, section, table, invalid)
  }
  return options
}

/** `placement: sandbox` is short for `placement: {kind: sandbox}`. */
function readPlacement(config: YamlMap): JsonObject {
  const kind = config.oneOf('placement', ['local', 'store', 'sandbox'], invalid)
  return kind ? { kind } : {}
}

/** The options of a section that are known and of the right type. */
export function readSection(parent: YamlMap, section: string, table: Table, code: string): JsonObject {
  const map = parent.map(section, code)
  map?.warnUnknown(Object.keys(table))
  const options: JsonObject = {}
  for (const [key, type] of Object.entries(table)) {
    if (!map?.has(key)) continue
    const value = map.json(key)
    if (type.is(value)) options[key] = value as Json
    else map.file.report(code, `"${section}.${key}" must be ${type.words}.`, map.nodeOf(key))
  }
  return options
}

/** `plans.dir`: where plans are written, in the workspace. */
export function readPlansDir(config: YamlMap): string {
  const plans = config.map('plans', invalid)
  plans?.warnUnknown(['dir'])
  return plans?.path('dir', invalid) ?? 'plans'
}

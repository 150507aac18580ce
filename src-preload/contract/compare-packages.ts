import type { AbsentTool, CompiledRun, FileDigest, PackagedTool, PromptSection } from './package.ts'
import type { CapabilityState } from './vocabulary.ts'

export interface Change<T> {
  before: T
  after: T
}

export interface ListChanges<T> {
  added: T[]
  removed: T[]
  changed: Change<T>[]
}

export type ToolTrait = 'alias' | 'source' | 'description' | 'schema' | 'policy' | 'deferred' | 'hints'
export interface ToolChange extends Change<PackagedTool> {
  what: ToolTrait[]
}

/** A server as it was declared, with what the run found; an app has neither `mode` nor `enabled`. */
export interface CapabilityFact {
  id: string
  state: CapabilityState | null
  detail?: string
  kind?: 'local' | 'remote'
  enabled?: boolean
  mode?: 'explicit' | 'discovery'
}

/** Single values of a package, as text; a structured one is JSON over several lines. */
export type FactName =
  | 'sessionKind'
  | 'harness'
  | 'model'
  | 'reasoning'
  | 'outputFormat'
  | 'budgets'
  | 'tape'
  | 'policyDigest'
  | 'configChecksum'

export interface PackageDiff {
  /** Nothing but ids, dates and the conversation differs. */
  same: boolean
  /** The authored files: this is which file caused it. */
  files: ListChanges<FileDigest>
  sections: ListChanges<PromptSection>
  tools: { added: PackagedTool[]; removed: PackagedTool[]; changed: ToolChange[] }
  absences: ListChanges<AbsentTool>
  servers: ListChanges<CapabilityFact>
  apps: ListChanges<CapabilityFact>
  skills: ListChanges<CompiledRun['skills'][number]>
  commands: ListChanges<CompiledRun['commands'][number]>
  facts: { name: FactName; before: string | null; after: string | null }[]
}

/**
 * What changed between two packages. Ids, the instruction, the conversation and the date are what makes two runs two;
 * they are not differences.
 */
export function comparePackages(before: CompiledRun, after: CompiledRun): PackageDiff {
  const lists = {
    files: compareLists(before.files, after.files, (file) => file.path),
    sections: compareLists(before.sections.map(comparable), after.sections.map(comparable), idOf),
    absences: compareLists(before.manifest.absent, after.manifest.absent, idOf),
    servers: compareLists(serversOf(before), serversOf(after), idOf),
    apps: compareLists(before.manifest.apps, after.manifest.apps, idOf),
    skills: compareLists(before.skills, after.skills, idOf),
    commands: compareLists(before.commands, after.commands, idOf),
  }
  const tools = compareLists(before.tools, after.tools, idOf)
  const facts = factNames.flatMap((name) => {
    const change = { name, before: factOf(before, name), after: factOf(after, name) }
    return change.before === change.after ? [] : [change]
  })
  const same =
    facts.length === 0 &&
    [tools, ...Object.values(lists)].every(
      (list) => list.added.length + list.removed.length + list.changed.length === 0,
    )
  return {
    same,
    ...lists,
    tools: {
      ...tools,
      changed: tools.changed.map((change) => ({ ...change, what: traitsOf(change) })),
    },
    facts,
  }
}

const idOf = ({ id }: { id: string }) => id

function compareLists<T>(before: T[], after: T[], keyOf: (item: T) => string): ListChanges<T> {
  const old = new Map(before.map((item) => [keyOf(item), item]))
  const added: T[] = []
  const changed: Change<T>[] = []
  for (const item of after) {
    const earlier = old.get(keyOf(item))
    old.delete(keyOf(item))
    if (earlier === undefined) added.push(item)
    else if (canonical(earlier) !== canonical(item)) changed.push({ before: earlier, after: item })
  }
  return { added, removed: [...old.values()], changed }
}

/** The session's own section without what is another one every time and every day. */
function comparable(section: PromptSection): PromptSection {
  if (section.id !== 'context') return section
  const lines = section.text.split('\n').filter((line) => !/^(Date|Session): /.test(line))
  return { ...section, text: lines.join('\n'), tokens: 0 }
}

function serversOf({ servers, manifest }: CompiledRun): CapabilityFact[] {
  const found = new Map(manifest.servers.map((server) => [server.id, server]))
  const declared = servers.map((server) => ({ state: null, ...found.get(server.id), ...server }))
  const known = new Set(servers.map(idOf))
  return [...declared, ...manifest.servers.filter(({ id }) => !known.has(id))]
}

function traitsOf({ before, after }: Change<PackagedTool>): ToolTrait[] {
  const differs = (name: keyof PackagedTool) => canonical(before[name]) !== canonical(after[name])
  const traits: ToolTrait[] = (
    ['alias', 'source', 'description', 'schema', 'policy', 'deferred'] as const
  ).filter(differs)
  return differs('readOnly') || differs('idempotent') ? [...traits, 'hints'] : traits
}

const factNames: FactName[] = [
  'sessionKind',
  'harness',
  'model',
  'reasoning',
  'outputFormat',
  'budgets',
  'tape',
  'policyDigest',
  'configChecksum',
]

function factOf(run: CompiledRun, name: FactName): string | null {
  const value = run[name]
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(sorted(value), null, 2)
}

/** Equal for values that differ only in the order of their keys. */
const canonical = (value: unknown) => JSON.stringify(sorted(value))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, entry]) => [key, sorted(entry)]))
}

import { type SessionKind, sessionKinds } from '@contract'
import { families, isBuiltIn } from './built-in.ts'
import type { SessionKindPlan, WorkspacePlan } from './plan.ts'
import type { YamlMap } from './yaml-file.ts'

const invalid = 'workspace_session_kind_invalid'

export function isSessionKind(name: string): name is SessionKind {
  return (sessionKinds as readonly string[]).includes(name)
}

/**
 * `session_kinds`: what the author changes of the table. Both lists are kept as written; that deny beats allow is
 * decided at the gate. `sources` are the ids of servers and apps.
 */
export function readKinds(config: YamlMap, sources: Set<string>): WorkspacePlan['sessionKinds'] {
  const plan: WorkspacePlan['sessionKinds'] = {}
  const kinds = config.map('session_kinds', invalid)
  for (const name of kinds?.keys() ?? []) {
    if (!isSessionKind(name)) {
      const known = `A session kind is one of ${sessionKinds.join(', ')}.`
      config.file.report(invalid, `There is no session kind "${name}".`, kinds?.keyNode(name), known)
      continue
    }
    const kind = kinds?.map(name, invalid)
    if (kind) plan[name] = readKind(kind, sources)
  }
  return plan
}

function readKind(kind: YamlMap, sources: Set<string>): SessionKindPlan {
  kind.warnUnknown(['preset', 'allow', 'deny'])
  return {
    preset: kind.oneOf('preset', ['coordinate', 'direct'], invalid) ?? 'coordinate',
    allow: readNames(kind, 'allow', sources),
    deny: readNames(kind, 'deny', sources),
  }
}

function readNames(kind: YamlMap, key: 'allow' | 'deny', sources: Set<string>): string[] {
  const names = new Set<string>()
  for (const { text, node } of kind.texts(key, invalid) ?? []) {
    const wrong = names.has(text) ? `"${text}" is there twice.` : wrongName(text, sources)
    if (wrong) kind.file.report(invalid, `${key}: ${wrong}`, node, `Families are ${families.join(', ')}.`)
    else names.add(text)
  }
  return [...names]
}

/** Why this is neither a family nor a tool; null when it is. What a server's tools are called is known to it alone. */
export function wrongName(name: string, sources: Set<string>): string | null {
  if (isBuiltIn(name)) return null
  const source = /^(?:mcp|app):(\S+)$/.exec(name)?.[1] ?? /^([^.\s:]+)\.\S+$/.exec(name)?.[1]
  if (source === undefined) return `"${name}" is no family and no tool.`
  return sources.has(source) ? null : `"${name}": there is no server or app "${source}".`
}

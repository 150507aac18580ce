import type { JsonObject } from '@contract'
import { sha256 } from '../kit/index.ts'

const maxAlias = 64
const maxSchemaBytes = 64 * 1024
const maxDepth = 24

/** Names every provider accepts (`[a-zA-Z0-9_-]{1,64}`), the same in every run for the same set of ids. */
export function aliasesFor(ids: string[]): Map<string, string> {
  const aliases = new Map<string, string>()
  const taken = new Set<string>()
  for (const id of [...new Set(ids)].sort()) {
    const plain = shorten(id.replace(/[^a-zA-Z0-9_-]/g, '_'), id)
    let alias = plain
    for (let number = 2; taken.has(alias); number++) alias = `${plain.slice(0, maxAlias - 4)}_${number}`
    taken.add(alias)
    aliases.set(id, alias)
  }
  return aliases
}

function shorten(name: string, id: string): string {
  return name.length <= maxAlias ? name : `${name.slice(0, maxAlias - 9)}_${sha256(id).slice(0, 8)}`
}

/** Why a provider would reject this schema, or null. */
export function schemaProblem(schema: JsonObject): string | null {
  if (schema.type !== 'object') return 'its arguments are not an object'
  for (const key of ['oneOf', 'anyOf', 'allOf'])
    if (key in schema) return `its arguments have "${key}" at the top`
  if (JSON.stringify(schema).length > maxSchemaBytes) return `its schema is over ${maxSchemaBytes / 1024} KiB`
  return walk(schema, schema, 0)
}

function walk(value: unknown, root: JsonObject, depth: number): string | null {
  if (depth > maxDepth) return `its schema is more than ${maxDepth} levels deep`
  if (value === null || typeof value !== 'object') return null
  if ('$ref' in value && typeof value.$ref === 'string' && !resolves(value.$ref, root))
    return `its schema refers to "${value.$ref}", which is not there`
  for (const entry of Object.values(value)) {
    const problem = walk(entry, root, depth + 1)
    if (problem) return problem
  }
  return null
}

function resolves(reference: string, root: JsonObject): boolean {
  if (reference === '#') return true
  if (!reference.startsWith('#/')) return false
  let at: unknown = root
  for (const part of reference.slice(2).split('/')) {
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
    at = at !== null && typeof at === 'object' ? (at as Record<string, unknown>)[key] : undefined
  }
  return at !== undefined
}

/** A reference that is not well-formed leads nowhere; it is no reason to throw. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

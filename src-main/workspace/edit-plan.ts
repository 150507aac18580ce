import { isDeepStrictEqual } from 'node:util'
import type { Json, JsonObject } from '@contract'

export type Path = (string | number)[]
export interface Edit {
  path: Path
  value: Json | undefined
  /** Of a list: before the entry at this place, not instead of it. */
  insert?: boolean
}

const maxCompared = 300

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value below keys that are not there yet. */
export function nested(path: Path, value: Json): Json {
  return path.reduceRight<Json>((inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), value)
}

export function valueAt(json: Json | undefined, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => {
    if (typeof key === 'number') return Array.isArray(value) ? value[key] : undefined
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }, json)
}

/** The whole with one value changed; null where the path leads nowhere. */
export function withValue(
  json: Json | undefined,
  path: Path,
  value: Json | undefined,
): { json: Json | undefined } | null {
  const [key, ...rest] = path
  if (key === undefined) return { json: value }
  if (json === undefined || json === null) {
    const reachable = path.every((part) => typeof part === 'string' || part === 0)
    return reachable ? { json: value === undefined ? json : nested(path, value) } : null
  }
  if (typeof key === 'number' ? !Array.isArray(json) || key > json.length || key < 0 : !isObject(json))
    return null
  const inner = withValue(valueAt(json, [key]), rest, value)
  return inner && { json: withChild(json as Json[] | JsonObject, key, inner.json) }
}

function withChild(json: Json[] | JsonObject, key: string | number, value: Json | undefined): Json {
  if (Array.isArray(json)) return json.toSpliced(Number(key), 1, ...(value === undefined ? [] : [value]))
  const entries = Object.entries(json).filter(([name]) => name !== key || value !== undefined)
  if (value === undefined) return Object.fromEntries(entries)
  if (!Object.hasOwn(json, key)) return Object.fromEntries([...entries, [key, value]])
  return Object.fromEntries(entries.map(([name, old]) => [name, name === key ? value : old]))
}

/**
 * A change as the fewest changes inside it, in an order in which no collection is empty for a while. With more than
 * `most` of them, as one.
 */
export function steps({ path, value }: Edit, old: Json | undefined, most: number): Edit[] {
  const whole = [{ path, value }]
  const found = inside(path, old, value)
  return found && found.length <= most ? found : whole
}

function inside(path: Path, old: Json | undefined, value: Json | undefined): Edit[] | null {
  if (isDeepStrictEqual(old, value)) return []
  if (isObject(old) && isObject(value) && Object.keys(value).length > 0) return ofMapping(path, old, value)
  if (Array.isArray(old) && Array.isArray(value) && value.length > 0) return ofList(path, old, value)
  return [{ path, value }]
}

function ofMapping(path: Path, old: JsonObject, value: JsonObject): Edit[] {
  const sets = Object.entries(value).flatMap(
    ([key, inner]) => inside([...path, key], Object.hasOwn(old, key) ? old[key] : undefined, inner) ?? [],
  )
  const gone = Object.keys(old).filter((key) => !Object.hasOwn(value, key))
  return [...sets, ...gone.map((key) => ({ path: [...path, key], value: undefined }))]
}

function ofList(path: Path, old: Json[], value: Json[]): Edit[] | null {
  const mappings = [...old, ...value].every((item) => isObject(item))
  if (mappings && old.length === value.length)
    return value.flatMap((item, index) => inside([...path, index], old[index], item) ?? [])
  if (old.length > maxCompared || value.length > maxCompared) return null
  const kept = common(old, value)
  if (kept.length === 0) return [{ path, value }]
  const edits: Edit[] = []
  // From the end, so that the places before stay what they are.
  let [i, j] = [old.length, value.length]
  for (const [keptOld, keptNew] of [...kept.toReversed(), [-1, -1] as const]) {
    for (i--; i > keptOld; i--) edits.push({ path: [...path, i], value: undefined })
    for (j--; j > keptNew; j--) edits.push({ path: [...path, keptOld + 1], value: value[j], insert: true })
    i = keptOld
    j = keptNew
  }
  return edits
}

/** The longest run of entries that both have in this order, as pairs of places. */
function common(old: Json[], value: Json[]): [number, number][] {
  const [a, b] = [old, value].map((list) => list.map((item) => JSON.stringify(item))) as [string[], string[]]
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (lengths[i] as number[])[j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return pairs
}

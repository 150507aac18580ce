import type { ConfigEdit, Json, JsonObject } from '@contract'

export type Path = (string | number)[]

export const isMapping = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function valueAt(values: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => {
    if (typeof key === 'number') return Array.isArray(value) ? value[key] : undefined
    return isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }, values)
}

export function textAt(values: Json, path: Path): string {
  const value = valueAt(values, path)
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

export function textsAt(values: Json, path: Path): string[] {
  const value = valueAt(values, path)
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/**
 * A list of texts made another one by single entries, so that the comments of the others stay. `path` is that of the
 * list; an emptied list goes away with every mapping above it that has nothing else, down to `keep` keys of the path.
 */
export function listEdits(values: Json, path: Path, after: string[], keep: number): ConfigEdit[] {
  const written = valueAt(values, path)
  const before = Array.isArray(written) ? written : []
  if (after.length === 0) return written === undefined ? [] : [{ path: emptied(values, path, keep) }]
  const kept = before.map((one) => typeof one === 'string' && after.includes(one))
  const fresh = after.filter((one) => !before.includes(one))
  const left = kept.filter(Boolean).length
  // Nothing to be kept beside: a list of its own, in block style.
  if (left === 0) return [{ path, value: after }]
  const gone = kept.flatMap((isKept, index) => (isKept ? [] : [{ path: [...path, index] }]))
  return [...gone.toReversed(), ...fresh.map((value, at) => ({ path: [...path, left + at], value }))]
}

/** The highest place that would hold nothing else once this is gone. */
export function emptied(values: Json, path: Path, keep: number): Path {
  let at = path
  while (at.length > keep + 1) {
    const above = valueAt(values, at.slice(0, -1))
    if (!isMapping(above) || Object.keys(above).length > 1) break
    at = at.slice(0, -1)
  }
  return at
}

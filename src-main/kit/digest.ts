import { createHash, randomBytes } from 'node:crypto'
import { type IdKind, type IdOf, idPrefix } from '@contract'

/** JSON with sorted keys and without undefined: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) =>
    entry !== null && typeof entry === 'object' && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : entry,
  )
}

/** Lower-case hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

export function digestOf(value: unknown): string {
  return sha256(canonicalJson(value))
}

/** A new id: the time first, so that ids sort by age, then 60 random bits. The one place where ids are made. */
export function newId<K extends IdKind>(kind: K, now: number = Date.now()): IdOf[K] {
  const random = BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString(36)
    .padStart(13, '0')
    .slice(-12)
  return `${idPrefix[kind]}_${now.toString(36).padStart(9, '0')}${random}` as unknown as IdOf[K]
}

import type { FilePosition, TrustFile, TrustItem } from '@contract'
import { digestOf } from '../../kit/index.ts'
import type { TrustRow } from '../../store/index.ts'
import type { Draft } from './draft.ts'
import type { Covered } from './files.ts'

/** An item as it is now. */
export interface Current {
  draft: Draft
  covered: Covered
  /** Of everything that a grant of it means. */
  digest: string
}

export function currentOf(draft: Draft, covered: Covered): Current {
  return { draft, covered, digest: digestOf({ about: draft.about, files: [...covered.hashes] }) }
}

/** The item against the operator's word about it; null: there was none. */
export function itemOf(
  { draft, covered, digest }: Current,
  row: TrustRow | null,
  at: FilePosition,
): TrustItem {
  const kept = row?.granted ? 'granted' : 'declined'
  const state = row === null ? 'new' : row.digest === digest ? kept : 'changed'
  const isOther = row !== null && row.lines.join('\n') !== draft.lines.join('\n')
  const { key, group, title, lines, effect } = draft
  return {
    key,
    group,
    title,
    lines,
    effect,
    at,
    state,
    linesBefore: state === 'changed' && isOther ? row.lines : null,
    files: filesOf(covered.hashes, row),
    unchecked: covered.unchecked,
  }
}

/** `old`: what its setup made stays its own over another grant. */
export function rowOf(
  { draft, covered, digest }: Current,
  granted: boolean,
  decidedAt: number,
  old: TrustRow | undefined,
): TrustRow {
  const hashes = Object.fromEntries(covered.hashes)
  const made = granted && old?.granted ? old.files.made.filter((file) => covered.hashes.has(file)) : []
  return { key: draft.key, digest, lines: draft.lines, files: { hashes, made }, granted, decidedAt }
}

/** The operator saw it as it is and left it out. */
export function isDeclined(current: Current, row: TrustRow | null): boolean {
  return row !== null && !row.granted && row.digest === current.digest
}

/** Why an item does not happen, in words; null when it was granted as it is. */
export function refusalOf(current: Current, row: TrustRow | null): string | null {
  const isSame = row?.digest === current.digest
  if (row?.granted && isSame) return null
  const { subject } = current.draft
  const why =
    row === null
      ? 'new since you trusted this folder'
      : isSame
        ? 'you left it out when you trusted this folder'
        : `changed since ${row.granted ? 'it was trusted' : 'you left it out'}: ${changes(current, row)}`
  return subject ? `${subject}: ${why}` : why
}

function changes({ draft, covered }: Current, row: TrustRow): string {
  const files = filesOf(covered.hashes, row).filter(({ state }) => state !== 'same')
  const names = files.slice(0, 3).map(({ path }) => path)
  if (files.length > 3) names.push(`${files.length - 3} more files`)
  const isOther = row.lines.join('\n') !== draft.lines.join('\n')
  return [...(isOther || names.length === 0 ? ['what it is started with'] : []), ...names].join(', ')
}

function filesOf(now: Map<string, string>, row: TrustRow | null): TrustFile[] {
  const before = new Map(Object.entries(row?.files.hashes ?? {}))
  const present = [...now].map(([path, hash]): TrustFile => {
    const old = before.get(path)
    return { path, state: old === undefined ? 'new' : old === hash ? 'same' : 'changed' }
  })
  const removed = [...before.keys()]
    .filter((path) => !now.has(path))
    .map((path): TrustFile => ({ path, state: 'removed' }))
  return [...present, ...removed].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/**
 * The row with what the item's own setup wrote meanwhile: files that are new, or that an earlier setup made. Null when
 * something else is not as it was granted.
 */
export function withMade(current: Current, row: TrustRow): TrustRow | null {
  const { hashes } = current.covered
  const made = new Set(row.files.made)
  const before = new Map(Object.entries(row.files.hashes))
  for (const { path, state } of filesOf(hashes, row)) {
    if (state === 'new') made.add(path)
    else if (state !== 'same' && !made.has(path)) return null
    const hash = hashes.get(path)
    if (hash === undefined) before.delete(path)
    else before.set(path, hash)
  }
  const sorted = new Map([...before].sort(([a], [b]) => (a < b ? -1 : 1)))
  const wanted = currentOf(current.draft, { ...current.covered, hashes: sorted })
  if (wanted.digest !== current.digest) return null
  const files = { hashes: Object.fromEntries(sorted), made: [...made].filter((path) => sorted.has(path)) }
  return { ...row, digest: current.digest, files }
}

/** Branded ids: a string that was made or parsed in one place and cannot be mixed up with another kind. */
declare const brand: unique symbol
type Id<Name extends string> = string & { readonly [brand]: Name }

export type WorkspaceId = Id<'workspace'>
export type SessionId = Id<'session'>
export type RunId = Id<'run'>
export type CallId = Id<'call'>
export type OutputId = Id<'output'>
/** sha256 in lower-case hex of a blob's bytes. */
export type BlobHash = Id<'blob'>

/** What each kind of id looks like: a short prefix, then lower-case letters and digits that sort by time of making. */
export const idPrefix = {
  workspace: 'ws',
  session: 'ses',
  run: 'run',
  call: 'call',
  output: 'out',
} as const

export type IdKind = keyof typeof idPrefix
export interface IdOf {
  workspace: WorkspaceId
  session: SessionId
  run: RunId
  call: CallId
  output: OutputId
}

/** True when `value` is an id of that kind; says nothing about whether the thing exists. */
export function isId<K extends IdKind>(kind: K, value: unknown): value is IdOf[K] {
  return typeof value === 'string' && new RegExp(`^${idPrefix[kind]}_[a-z0-9]{8,40}$`).test(value)
}

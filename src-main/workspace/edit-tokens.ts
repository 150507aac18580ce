import type { CST } from 'yaml'

export type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection
export type Item = Collection['items'][number]

export const isCollection = (token: CST.Token | null | undefined): token is Collection =>
  token?.type === 'block-map' || token?.type === 'block-seq' || token?.type === 'flow-collection'

export const isFlow = (token: Collection): token is CST.FlowCollection => token.type === 'flow-collection'

const isBlank = ({ type }: CST.SourceToken) => type === 'space' || type === 'newline' || type === 'comment'
const endOfSource = ({ offset, source }: CST.SourceToken) => offset + source.length

/** The entries that are some: a collection also lists comments and commas after its last one. */
export function itemsOf(token: Collection): Item[] {
  const dash = (item: Item) => item.start.some(({ type }) => type === 'seq-item-ind')
  return (token.items as Item[]).filter((item) => item.key || item.sep || item.value || dash(item))
}

/** After which character an entry's value begins: its `:` or `-`. Null in a flow list, and for a key without a colon. */
export function markOf(item: Item): CST.SourceToken | null {
  const colon = item.sep?.find(({ type }) => type === 'map-value-ind')
  return colon ?? (item.key ? undefined : item.start.find(({ type }) => type === 'seq-item-ind')) ?? null
}

/** What stands between the mark and the value: blanks, comments, anchor, tag. */
function between(item: Item): CST.SourceToken[] {
  const tokens = item.sep ?? item.start
  const mark = markOf(item)
  return mark ? tokens.slice(tokens.indexOf(mark) + 1) : tokens.filter(({ type }) => type !== 'comma')
}

export interface Place {
  /** With its anchor and tag. */
  start: number
  end: number
  /** Whether it begins on the line of its mark. */
  sameLine: boolean
}

/** Where an entry's value is; null where it has none. */
export function valuePlace(item: Item): Place | null {
  const tokens = between(item)
  const first = tokens.findIndex((token) => !isBlank(token))
  const property = tokens[first]
  if (!item.value && !property) return null
  const before = first < 0 ? tokens : tokens.slice(0, first)
  const start = property?.offset ?? firstOffset(item.value as CST.Token)
  const lastProperty = tokens.findLast((token) => !isBlank(token))
  const end = item.value ? endOf(item.value, true) : endOfSource(lastProperty as CST.SourceToken)
  return { start, end, sameLine: !before.some(({ type }) => type === 'newline') }
}

/** Of a block collection the token's own offset may be that of blanks before it. */
function firstOffset(token: CST.Token): number {
  if (token.type === 'block-map' || token.type === 'block-seq') {
    const [first] = itemsOf(token)
    if (first) return itemStart(first)
  }
  return token.offset
}

/** Where an entry begins: its dash or key, with what belongs to the key. */
export function itemStart(item: Item): number {
  const lead = item.start.find((token) => !isBlank(token) && token.type !== 'comma')
  if (lead) return lead.offset
  if (item.key) return firstOffset(item.key)
  return item.sep?.[0]?.offset ?? (item.value ? firstOffset(item.value) : 0)
}

/** Where an entry ends, without the comment after it. */
export function itemEnd(item: Item, trimmed: boolean): number {
  if (item.value) return endOf(item.value, trimmed)
  const last = [...item.start, ...(item.sep ?? [])].findLast((token) => !isBlank(token))
  return Math.max(item.key ? endOf(item.key, true) : 0, last ? endOfSource(last) : 0)
}

/** `trimmed`: without the empty lines that a block scalar counts as its own. */
function endOf(token: CST.Token, trimmed: boolean): number {
  if (token.type === 'block-scalar') {
    const props = token.props.reduce((sum, prop) => sum + ('source' in prop ? prop.source.length : 0), 0)
    const source = trimmed ? token.source.trimEnd() : token.source
    // Of an empty one, the line break after its header is not its own.
    const head =
      trimmed && source === '' ? token.props.filter(({ type }) => type === 'block-scalar-header') : null
    if (head)
      return token.offset + head.reduce((sum, prop) => sum + (prop as CST.SourceToken).source.length, 0)
    return token.offset + props + source.length
  }
  if (token.type === 'flow-collection') {
    const close = token.end.find(({ type }) => type === 'flow-map-end' || type === 'flow-seq-end')
    return close ? endOfSource(close) : token.offset + 1
  }
  if (isCollection(token)) {
    const last = itemsOf(token).at(-1)
    return last ? itemEnd(last, trimmed) : token.offset
  }
  return token.offset + ('source' in token ? token.source.length : 0)
}

/** The comma that stands before an entry of a flow collection. */
export const commaOf = (item: Item) => item.start.find(({ type }) => type === 'comma')

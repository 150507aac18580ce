import type { Json } from '@contract'
import { type CST, stringify } from 'yaml'

const plain = {
  lineWidth: 0,
  blockQuote: false,
  doubleQuotedMinMultiLineLength: 1_000_000,
  version: '1.2',
} as const

export const isBlock = (value: Json): value is Json[] | { [key: string]: Json } =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** A value on one line, as it stands in any place. */
export function inline(value: Json, inFlow: boolean): string {
  if (isBlock(value) || Array.isArray(value) || typeof value === 'object') {
    return stringify(value, { ...plain, collectionStyle: 'flow', flowCollectionPadding: false }).trimEnd()
  }
  // As in a list: there a text with a comma or bracket is quoted.
  if (inFlow) return inline([value], false).slice(1, -1)
  return stringify(value, plain).trimEnd()
}

/** A value over several lines, each indented; without the last line break. */
export function block(value: Json, indent: number, step: number, eol: string): string {
  const lines = stringify(value, { ...plain, indent: step })
    .trimEnd()
    .split('\n')
  return lines.map((line) => (line === '' ? '' : ' '.repeat(indent) + line)).join(eol)
}

/** A text in the quotes that the old one had, where it can be. */
export function scalarLike(old: CST.Token | undefined, value: Json, inFlow: boolean): string {
  if (typeof value === 'string' && old?.type === 'double-quoted-scalar') return JSON.stringify(value)
  if (
    typeof value === 'string' &&
    old?.type === 'single-quoted-scalar' &&
    /^[^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]*$/.test(value)
  )
    return `'${value.replaceAll("'", "''")}'`
  return inline(value, inFlow)
}

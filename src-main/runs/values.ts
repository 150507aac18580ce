import type { Json, JsonObject, ToolResult } from '@contract'
import type { Store } from '../store/index.ts'

/** Over this a value leaves the event and becomes a blob. */
const inlineLimit = 32 * 1024
/** What a model gets of a result at most: the rest is kept, and said to be. */
const modelLimit = 80_000
const modelEdge = 2000
const hostLimit = 1024 * 1024

export function resultOf(store: Store, value: Json, now: number): ToolResult {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= inlineLimit) return { kind: 'inline', value }
  return {
    kind: 'blob',
    ref: store.putBlob(bytes, typeof value === 'string' ? 'text/plain' : 'application/json', now),
  }
}

export function argsOf(store: Store, args: JsonObject, now: number) {
  const bytes = new TextEncoder().encode(JSON.stringify(args))
  if (bytes.length <= inlineLimit) return { args }
  return { args: {}, argsRef: store.putBlob(bytes, 'application/json', now) }
}

export function textForModel(text: string): string {
  if (text.length <= modelLimit) return text
  return `${text.slice(0, modelEdge)}\n[… ${text.length - 2 * modelEdge} characters left out …]\n${text.slice(-modelEdge)}`
}

/** How many characters of a text of this length a model gets. */
export function givenToModel(length: number): number {
  return length <= modelLimit ? length : 2 * modelEdge
}

/** What a host gets of a value: one that is too large for a line of the protocol is its text, cut. */
export function valueForHost(value: Json): Json {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= hostLimit ? value : textForModel(text)
}

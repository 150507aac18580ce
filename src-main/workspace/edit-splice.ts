import type { Json } from '@contract'
import { block, inline, isBlock, scalarLike } from './edit-text.ts'
import {
  type Collection,
  commaOf,
  type Item,
  isFlow,
  itemEnd,
  itemStart,
  itemsOf,
  markOf,
  valuePlace,
} from './edit-tokens.ts'

/** Text that takes the place of a stretch of the file. */
export interface Splice {
  start: number
  end: number
  text: string
}

/** A file while it is edited: its text, and how its author indents and ends lines. */
export class EditedText {
  readonly eol: string
  constructor(
    readonly text: string,
    readonly step: number,
  ) {
    this.eol = /\r?\n/.exec(text)?.[0] ?? '\n'
  }

  column(offset: number): number {
    return offset - this.lineStart(offset)
  }

  lineStart(offset: number): number {
    const start = this.text.lastIndexOf('\n', offset - 1) + 1
    return start === 0 && this.text.startsWith('\ufeff') ? 1 : start
  }

  /** Before the line break. */
  lineEnd(offset: number): number {
    const at = this.text.indexOf('\n', offset)
    if (at < 0) return this.text.length
    return at > offset && this.text[at - 1] === '\r' ? at - 1 : at
  }

  /** Nothing but blanks before it on its line. */
  isFirst(offset: number): boolean {
    return this.text.slice(this.lineStart(offset), offset).trim() === ''
  }

  replaceValue(item: Item, value: Json, inFlow: boolean): Splice[] {
    const mark = markOf(item)
    const old = valuePlace(item)
    if (!mark && !old) return [{ ...at(itemEnd(item, true)), text: `: ${inline(value, inFlow)}` }]
    if (!inFlow && mark && isBlock(value)) {
      return mark.type === 'seq-item-ind' ? this.compact(item, value) : this.hang(item, value)
    }
    const text = isBlock(value) ? inline(value, inFlow) : scalarLike(item.value, value, inFlow)
    if (old && (old.sameLine || !mark))
      return [{ start: old.start, end: old.end, text: this.spaced(old.start, text) }]
    const after = mark ? mark.offset + 1 : (old?.start ?? 0)
    const insert = { ...at(after), text: ` ${text}` }
    return old ? [insert, { start: this.lineEnd(after), end: old.end, text: '' }] : [insert]
  }

  /** A value that stood right behind a colon (`{"a":1}`) may need a space now. */
  private spaced(start: number, text: string): string {
    return this.text[start - 1] === ':' ? ` ${text}` : text
  }

  /** A collection below its key. A comment on the key's line, or behind the old value, stays there. */
  private hang(item: Item, value: Json): Splice[] {
    const mark = markOf(item)
    const after = mark ? mark.offset + 1 : itemEnd(item, true)
    const lines = this.eol + block(value, this.column(itemStart(item)) + this.step, this.step, this.eol)
    const old = valuePlace(item)
    if (!old) return [{ ...at(this.lineEnd(after)), text: lines }]
    if (!old.sameLine) return [{ start: this.lineEnd(after), end: old.end, text: lines }]
    return [
      { start: after, end: old.end, text: '' },
      { ...at(this.lineEnd(old.end)), text: lines },
    ]
  }

  /** A collection that begins on the line of its dash. */
  private compact(item: Item, value: Json): Splice[] {
    const dash = (markOf(item)?.offset ?? 0) + 1
    const old = valuePlace(item)
    const column = old?.sameLine ? this.column(old.start) : this.column(dash) + 1
    const text = block(value, column, this.step, this.eol).trimStart()
    if (old?.sameLine) return [{ start: old.start, end: old.end, text }]
    // A comment behind the dash, or a value below it: the new one goes below too.
    const below = this.eol + ' '.repeat(column) + text
    if (old) return [{ start: this.lineEnd(dash), end: old.end, text: below }]
    const bare = this.text.slice(dash, this.lineEnd(dash)).trim() === ''
    return bare
      ? [{ start: dash, end: this.lineEnd(dash), text: ` ${text}` }]
      : [{ ...at(this.lineEnd(dash)), text: below }]
  }

  /** Takes out one of several entries. */
  remove(collection: Collection, index: number): Splice[] {
    const items = itemsOf(collection)
    const item = items[index]
    if (!item) return []
    if (isFlow(collection)) return this.removeFlow(items, index)
    const start = itemStart(item)
    const end = this.lineEnd(itemEnd(item, true))
    const next = items[index + 1]
    if (!this.isFirst(start) && next) {
      // The first entry behind a dash: the next one moves up, unless a comment stands between.
      const upTo = itemStart(next)
      const gap = this.text.slice(end, upTo)
      return [{ start, end: gap.trim() === '' ? upTo : end, text: '' }]
    }
    const lineStart = this.lineStart(start)
    if (end < this.text.length) return [{ start: lineStart, end: this.text.indexOf('\n', end) + 1, text: '' }]
    // The last line, without a line break: the one before ends the file now.
    return [{ start: Math.max(0, lineStart - this.eol.length), end, text: '' }]
  }

  private removeFlow(items: Item[], index: number): Splice[] {
    const item = items[index] as Item
    const [start, end] = [itemStart(item), itemEnd(item, true)]
    const comma = commaOf(item)
    if (comma) {
      const gap = this.text.slice(comma.offset + 1, start)
      if (gap.trim() === '') return [{ start: comma.offset, end, text: '' }]
      return [
        { start: comma.offset, end: comma.offset + 1, text: '' },
        { start, end, text: '' },
      ]
    }
    const next = items[index + 1]
    const nextComma = next && commaOf(next)
    if (!nextComma) return [{ start, end, text: '' }]
    const upTo = itemStart(next)
    const bare = this.text.slice(nextComma.offset + 1, upTo).trim() === ''
    return [{ start, end: bare ? upTo : nextComma.offset + 1, text: '' }]
  }

  /** Puts an entry in before the one at `index`; `index` may be their number. `entry` is `{key: value}` or `[value]`. */
  insert(collection: Collection, index: number, entry: { [key: string]: Json } | [Json]): Splice[] {
    const items = itemsOf(collection)
    if (isFlow(collection)) {
      const text = inline(entry, true).slice(1, -1)
      const first = items[index]
      if (first && index === 0) return [{ ...at(itemStart(first)), text: `${text}, ` }]
      const before = items[index - 1]
      const place = before ? itemEnd(before, true) : collection.start.offset + 1
      return [{ ...at(place), text: before ? `, ${text}` : text }]
    }
    const first = items[0]
    if (!first) return []
    const indent = this.column(itemStart(first))
    const text = block(entry, indent, this.step, this.eol)
    if (index === 0) {
      return [{ ...at(itemStart(first)), text: text.trimStart() + this.eol + ' '.repeat(indent) }]
    }
    const end = itemEnd(items[index - 1] as Item, false)
    // A block scalar has its last line break in it.
    if (this.text[end - 1] === '\n') return [{ ...at(end), text: text + this.eol }]
    return [{ ...at(this.lineEnd(end)), text: this.eol + text }]
  }
}

const at = (offset: number) => ({ start: offset, end: offset })

export function spliced(text: string, splices: Splice[]): string {
  let result = text
  // From the end, so that the places of the others stay.
  for (const { start, end, text: by } of [...splices].sort((a, b) => b.start - a.start || b.end - a.end))
    result = result.slice(0, start) + by + result.slice(end)
  return result
}

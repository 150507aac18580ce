import { isDeepStrictEqual } from 'node:util'
import type { Diagnostic, Json } from '@contract'
import { CST, Parser } from 'yaml'
import { type Edit, nested, type Path, steps, valueAt, withValue } from './edit-plan.ts'
import { EditedText, type Splice, spliced } from './edit-splice.ts'
import {
  type Collection,
  type Item,
  isCollection,
  isFlow,
  itemEnd,
  itemStart,
  itemsOf,
} from './edit-tokens.ts'
import { parseYaml } from './parse-yaml.ts'
import { maxCharacters } from './yaml-file.ts'

/**
 * Changes a YAML text and nothing in it but the edited values: comments, order, anchors, quotes, line ends and
 * indentation stay. The result is read again and compared with what was meant; an edit that would change anything else
 * (a value shared through an anchor, say) is refused.
 */
export function editYaml(
  text: string,
  edits: readonly { path: Path; value: Json | undefined }[],
  file = 'workspace.yaml',
): { text: string } | { problem: Diagnostic } {
  let edited = text
  for (const { path, value } of edits) {
    // As plain as what is read, so that both can be compared.
    const edit = { path, value: value === undefined ? value : (JSON.parse(JSON.stringify(value)) as Json) }
    const step = applied(edited, edit)
    if ('why' in step) {
      const message = `Tried to edit ${edit.path.join('.') || 'the file'}: ${step.why}.`
      const hint = 'Edit the text itself.'
      return { problem: { severity: 'error', code: step.code, message, hint, at: { file } } }
    }
    edited = step.text
  }
  return { text: edited }
}

/** The same for many edits: each reads the file anew, and between two of them others get their turn. */
export async function editInTurns(
  text: string,
  edits: Parameters<typeof editYaml>[1],
): Promise<ReturnType<typeof editYaml>> {
  let edited = text
  for (const edit of edits) {
    const step = editYaml(edited, [edit])
    if ('problem' in step) return step
    edited = step.text
    await new Promise(setImmediate)
  }
  return { text: edited }
}

/** Characters read over all steps of one edit: past this, a collection is written anew instead of entry by entry. */
const maxWork = 1_500_000

type Step = { text: string } | { why: string; code: string }
const impossible = (why: string): Step => ({ why, code: 'workspace_edit_impossible' })

function applied(text: string, edit: Edit): Step {
  const before = read(text)
  if ('why' in before) return { ...before, code: 'workspace_config_invalid_yaml' }
  const wanted = withValue(before.json, edit.path, edit.value)
  if (!wanted) return impossible('there is no such place')
  if (isDeepStrictEqual(before.json, wanted.json)) return { text }
  // First so that as little as possible changes; where that goes wrong, the whole value.
  const parts = steps(edit, valueAt(before.json, edit.path), Math.min(60, maxWork / text.length))
  for (const plan of [parts, [edit]]) {
    const after = run(text, plan, wanted.json)
    if (after === null) continue
    const again = read(after)
    if ('json' in again && isDeepStrictEqual(again.json, wanted.json)) return { text: after }
  }
  return impossible('it would change something else too, such as a value shared through an anchor')
}

function run(text: string, plan: Edit[], wanted: Json | undefined): string | null {
  let edited = text
  for (const edit of plan) {
    const parsed = [...new Parser().parse(edited)].find((token) => token.type === 'document')
    const root = parsed?.type === 'document' ? parsed.value : undefined
    if (!isCollection(root)) return null
    const splices = new Editor(edited, root, wanted).splices(edit)
    if (!splices) return null
    edited = spliced(edited, splices)
  }
  return edited
}

function read(text: string): { json: Json } | { why: string } {
  const { doc, errors } = parseYaml(text, maxCharacters)
  const [error] = errors
  if (error) return { why: error.message.replace(/\.$/, '') }
  try {
    return { json: doc.toJS({ maxAliasCount: 100 }) as Json }
  } catch (thrown) {
    return { why: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

interface Where {
  collection: Collection
  inFlow: boolean
  /** The entry whose value the collection is; null for the root. */
  holder: { item: Item; inFlow: boolean } | null
}

class Editor {
  private readonly text: EditedText
  constructor(
    source: string,
    private readonly root: Collection,
    /** The whole file's value as it will be. */
    private readonly wanted: Json | undefined,
  ) {
    this.text = new EditedText(source, stepOf(source, root))
  }

  /** Null where the place cannot be reached in the text. */
  splices(edit: Edit): Splice[] | null {
    const { path, value } = edit
    const where: Where = { collection: this.root, inFlow: isFlow(this.root), holder: null }
    for (const [depth, key] of path.entries()) {
      const items = itemsOf(where.collection)
      const index = indexOf(where.collection, items, key)
      const item = items[index]
      const rest = path.slice(depth + 1)
      if (!item || (edit.insert && rest.length === 0)) {
        return value === undefined ? [] : this.add(where, key, nested(rest, value))
      }
      if (rest.length === 0) return this.change(where, index, value)
      if (!isCollection(item.value)) {
        // Nothing is there yet, or an alias: the value of another place, which must stay. Either way it is written out.
        const whole = valueAt(this.wanted, path.slice(0, depth + 1))
        return whole === undefined ? null : this.text.replaceValue(item, whole, where.inFlow)
      }
      where.holder = { item, inFlow: where.inFlow }
      where.collection = item.value
      where.inFlow ||= isFlow(item.value)
    }
    return null
  }

  private change({ collection, holder, inFlow }: Where, index: number, value: Json | undefined): Splice[] {
    const items = itemsOf(collection)
    const item = items[index] as Item
    if (value !== undefined) return this.text.replaceValue(item, value, inFlow)
    if (items.length > 1) return this.text.remove(collection, index)
    // The last one: what is left is an empty collection, not nothing.
    const empty = isList(collection) ? [] : {}
    if (holder) return this.text.replaceValue(holder.item, empty, holder.inFlow)
    const start = itemStart(item)
    return [{ start, end: itemEnd(item, true), text: JSON.stringify(empty) }]
  }

  private add({ collection, holder }: Where, key: string | number, value: Json): Splice[] | null {
    const entry: { [key: string]: Json } | [Json] = typeof key === 'number' ? [value] : { [key]: value }
    const count = itemsOf(collection).length
    if (count === 0 && holder) return this.text.replaceValue(holder.item, entry, holder.inFlow)
    if (isList(collection) !== (typeof key === 'number')) return null
    return this.text.insert(collection, typeof key === 'number' ? key : count, entry)
  }
}

const isList = (collection: Collection) =>
  isFlow(collection) ? collection.start.type === 'flow-seq-start' : collection.type === 'block-seq'

function indexOf(collection: Collection, items: Item[], key: string | number): number {
  if (typeof key === 'number') return isList(collection) ? key : -1
  return items.findIndex((item) => CST.isScalar(item.key) && CST.resolveAsScalar(item.key)?.value === key)
}

/** How far the author indents: as in the first mapping below a key, else by two. */
function stepOf(source: string, root: Collection): number {
  const column = (offset: number) => offset - source.lastIndexOf('\n', offset - 1) - 1
  for (const item of itemsOf(root)) {
    const [first] = item.value?.type === 'block-map' ? itemsOf(item.value) : []
    if (first) return Math.max(1, column(itemStart(first)) - column(itemStart(item)))
  }
  return 2
}

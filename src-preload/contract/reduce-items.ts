import type { EventOf, OpenText } from './events.ts'
import type { CallId } from './ids.ts'
import type { RunView, ToolItem, TranscriptItem } from './run-view.ts'

/**
 * The transcript's items. A fact places its item, in the order of the log; what is only live stands after all of
 * them until a fact places it too. So a window that saw the live text ends with the same transcript as the log's.
 * `run.items` is changed in place; items are replaced, never changed.
 */

type TextItem = Extract<TranscriptItem, { kind: 'text' | 'thinking' }>
type TextKind = TextItem['kind']
interface TextAt {
  messageId: string
  contentIndex: number
  text: string
}

/** What live text did: it joined on, was there already, or something before it is missing. */
export type JoinOutcome = 'applied' | 'stale' | 'gap'

/** The log's whole or partial text. `began` is the time of the fact before it. */
export function placeText(
  run: RunView,
  event: EventOf<'output.done' | 'thinking.done'>,
  seq: number,
  began: number,
): void {
  const kind = event.type === 'output.done' ? 'text' : 'thinking'
  const key = textKey(kind, event)
  const old = findText(run, key)
  const partial = event.partial === true
  const time = old && !isUnplaced(old) ? old.time : began
  // A partial text in a run that goes on is a safety copy: more may come, and the live text may be further already.
  const text = partial && old && old.text.length > event.text.length ? old.text : event.text
  const { messageId, contentIndex } = event
  placeItem(run, { kind, key, seq, time, messageId, contentIndex, text, open: partial, partial })
}

export function joinText(run: RunView, delta: EventOf<'output.delta' | 'thinking.delta'>): JoinOutcome {
  const kind = delta.type === 'output.delta' ? 'text' : 'thinking'
  const have = findText(run, textKey(kind, delta))
  if (have && !have.open) return 'stale'
  const joined = join(have?.text ?? '', delta)
  if (joined === null) return 'gap'
  if (joined === have?.text) return 'stale'
  putLive(run, have, kind, { ...delta, text: joined })
  return 'applied'
}

/** Open text as main has it. Only ever adds: what the view has closed stays closed. */
export function takeOpenText(run: RunView, open: OpenText): void {
  const kind = open.kind === 'output' ? 'text' : 'thinking'
  const have = findText(run, textKey(kind, open))
  if (have && (!have.open || have.text.length >= open.text.length)) return
  putLive(run, have, kind, open)
}

function putLive(run: RunView, have: TextItem | undefined, kind: TextKind, at: TextAt): void {
  const { messageId, contentIndex, text } = at
  const fresh: TextItem = {
    kind,
    key: textKey(kind, at),
    seq: run.lastSeq,
    time: run.lastTime,
    messageId,
    contentIndex,
    text,
    open: true,
    partial: false,
  }
  putItem(run, have ? { ...have, text } : fresh)
}

export function joinToolText(run: RunView, delta: EventOf<'tool.delta'>): JoinOutcome {
  const old = findTool(run, delta.callId)
  if (delta.part === 'output') {
    if (old?.status !== 'running') return 'stale'
    // Progress is a convenience: a lost piece is skipped, the result carries the whole.
    putItem(run, { ...old, outputText: join(old.outputText, delta) ?? old.outputText + delta.text })
    return 'applied'
  }
  if (old && old.status !== 'writing') return 'stale'
  const writing = old ?? writingTool(delta, run.lastSeq, run.lastTime)
  const argsText = join(writing.argsText ?? '', delta) ?? `${writing.argsText ?? ''}…${delta.text}`
  putItem(run, { ...writing, argsText })
  return 'applied'
}

export function startTool(run: RunView, event: EventOf<'tool.started'>, seq: number, time: number): void {
  const { callId, toolId, name, family, source, args } = event
  placeItem(run, {
    ...writingTool({ callId, toolId }, seq, time),
    name,
    family,
    source,
    args,
    argsRef: event.argsRef ?? null,
    messageId: event.messageId ?? null,
    argsText: null,
    status: 'running',
  })
}

export function finishTool(run: RunView, event: EventOf<'tool.finished'>): void {
  const old = findTool(run, event.callId)
  if (!old || isUnplaced(old)) return
  const { status, result = null, error = null, ms } = event
  putItem(run, { ...old, status, result, error, ms, outputText: '' })
}

/** Puts an item where the log has it: after every item that a fact placed before. */
export function placeItem(run: RunView, item: TranscriptItem): void {
  const at = indexOfItem(run, item.key)
  const old = run.items[at]
  if (old && !isUnplaced(old)) {
    run.items[at] = item
    return
  }
  if (old) run.items.splice(at, 1)
  let end = run.items.length
  for (let last = run.items[end - 1]; last && isUnplaced(last); last = run.items[end - 1]) end--
  run.items.splice(end, 0, item)
  // Only what is live stands behind it: a handful of items have moved.
  const known = positionsOf(run.items)
  for (let moved = old ? Math.min(at, end) : end; moved < run.items.length; moved++) {
    const one = run.items[moved]
    if (one) known.set(one.key, moved)
  }
}

/** At the end of a run: nothing is open any more, and what no fact has placed never came to be. */
export function closeItems(run: RunView): void {
  run.items = run.items
    .filter((item) => !isUnplaced(item))
    .map((item) => ('open' in item && item.open ? { ...item, open: false } : item))
}

/** Only live so far: no fact in the log has it. */
function isUnplaced(item: TranscriptItem): boolean {
  if (item.kind === 'tool') return item.status === 'writing'
  return 'open' in item && item.open && !item.partial
}

/** Text after `delta`, or null when something before it is missing. */
function join(have: string, delta: { offset: number; text: string }): string | null {
  if (delta.offset > have.length) return null
  if (delta.offset + delta.text.length <= have.length) return have
  return have.slice(0, delta.offset) + delta.text
}

function writingTool(call: { callId: CallId; toolId: string }, seq: number, time: number): ToolItem {
  return {
    kind: 'tool',
    key: toolKey(call.callId),
    seq,
    time,
    callId: call.callId,
    toolId: call.toolId,
    name: call.toolId,
    family: null,
    source: null,
    args: {},
    argsRef: null,
    messageId: null,
    argsText: '',
    outputText: '',
    status: 'writing',
    result: null,
    error: null,
    ms: null,
  }
}

const textKey = (kind: TextKind, at: { messageId: string; contentIndex: number }) =>
  `${kind}:${at.messageId}:${at.contentIndex}`
const toolKey = (callId: CallId) => `tool:${callId}`

function findText(run: RunView, key: string): TextItem | undefined {
  const found = run.items[indexOfItem(run, key)]
  return found && 'text' in found && 'open' in found ? found : undefined
}

function findTool(run: RunView, callId: CallId): ToolItem | undefined {
  const found = run.items[indexOfItem(run, toolKey(callId))]
  return found?.kind === 'tool' ? found : undefined
}

/**
 * Where each key stands, per list of items: kept beside the list, and shared with the copies that follow it, since
 * items are only replaced and appended. Two copies that went different ways may disagree; then the list itself decides.
 */
const positions = new WeakMap<readonly TranscriptItem[], Map<string, number>>()

/** A list of its own for a new view, which finds its items as fast as the old one. */
export function copyItems(items: readonly TranscriptItem[]): TranscriptItem[] {
  const copy = items.slice()
  positions.set(copy, positionsOf(items))
  return copy
}

function positionsOf(items: readonly TranscriptItem[]): Map<string, number> {
  let known = positions.get(items)
  if (!known) {
    known = new Map(items.map((item, at) => [item.key, at]))
    positions.set(items, known)
  }
  return known
}

function indexOfItem(run: RunView, key: string): number {
  const at = positionsOf(run.items).get(key)
  if (at === undefined) return -1
  return run.items[at]?.key === key ? at : run.items.findIndex((item) => item.key === key)
}

function putItem(run: RunView, item: TranscriptItem): void {
  const at = indexOfItem(run, item.key)
  if (at >= 0) run.items[at] = item
  else positionsOf(run.items).set(item.key, run.items.push(item) - 1)
}

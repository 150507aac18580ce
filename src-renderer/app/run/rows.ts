import { isTerminal, type RunView, type TranscriptItem } from '@contract'

/** A row of the transcript. Its key stays the same while its content changes. */
export type Row =
  | { kind: 'instruction'; key: string; run: RunView }
  | { kind: 'item'; key: string; run: RunView; item: TranscriptItem }
  | { kind: 'waiting'; key: string; run: RunView }
  | { kind: 'ending'; key: string; run: RunView }

/** Runs that have not changed keep their rows; only the one that is being written is laid out again. */
const known = new WeakMap<RunView, Row[]>()

function rowsOfRun(run: RunView): Row[] {
  const old = known.get(run)
  if (old) return old
  const rows: Row[] = [{ kind: 'instruction', key: `${run.id}:instruction`, run }]
  for (const item of run.items) rows.push({ kind: 'item', key: `${run.id}:${item.key}`, run, item })
  if (isTerminal(run.state)) rows.push({ kind: 'ending', key: `${run.id}:ending`, run })
  else if (isQuiet(run)) rows.push({ kind: 'waiting', key: `${run.id}:waiting`, run })
  known.set(run, rows)
  return rows
}

/** Nothing in it shows that it moves: no text is being written and no tool runs. */
function isQuiet(run: RunView): boolean {
  const last = run.items.at(-1)
  if (!last) return true
  if (last.kind === 'text' || last.kind === 'thinking') return !last.open
  return !(last.kind === 'tool' && (last.status === 'running' || last.status === 'writing'))
}

export function rowsOf(runs: readonly RunView[]): Row[] {
  return runs.flatMap(rowsOfRun)
}

/** The row that shows an event: the item of that key, or the last one that began before it. */
export function rowAt(rows: readonly Row[], seq: number, key: string | null): number {
  if (key !== null) {
    const exact = rows.findIndex((row) => row.kind === 'item' && row.item.key === key)
    if (exact >= 0) return exact
  }
  let best = 0
  for (const [at, row] of rows.entries()) {
    if (row.kind === 'item' && row.item.seq <= seq) best = at
    if (row.kind === 'ending' && row.run.lastSeq <= seq) best = at
  }
  return best
}

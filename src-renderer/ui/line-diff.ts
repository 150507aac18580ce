/** A line of a unified difference; `skip` stands for lines that are the same on both sides. */
export type DiffLine =
  | { kind: 'same' | 'added' | 'removed'; text: string; before: number | null; after: number | null }
  | { kind: 'skip'; many: number; after: number }

/** How many unchanged lines stand around a change. */
const around = 2

/** Above this many comparisons the middle is shown as replaced, rather than making the window wait. */
const limit = 4_000_000

export function diffLines(before: string, after: string): DiffLine[] {
  // A line end that both have at their end is no line of its own.
  const end = before.endsWith('\n') && after.endsWith('\n') ? -1 : undefined
  return folded(compareLines(linesOf(before.slice(0, end)), linesOf(after.slice(0, end))))
}

/** How many lines came or went; a replaced line counts once. */
export function changedLines(before: string, after: string): number {
  const lines = diffLines(before, after)
  const many = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  return Math.max(many('added'), many('removed'))
}

const linesOf = (text: string) => (text === '' ? [] : text.split('\n'))

type Line = Exclude<DiffLine, { kind: 'skip' }>

function compareLines(old: string[], fresh: string[]): Line[] {
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++
  let end = 0
  while (
    end < old.length - start &&
    end < fresh.length - start &&
    old[old.length - 1 - end] === fresh[fresh.length - 1 - end]
  )
    end++
  const lines: Line[] = []
  const put = (kind: Line['kind'], before: number | null, after: number | null) =>
    lines.push({
      kind,
      text: (before === null ? fresh[after ?? 0] : old[before]) ?? '',
      before: before === null ? null : before + 1,
      after: after === null ? null : after + 1,
    })
  for (let at = 0; at < start; at++) put('same', at, at)
  middle(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end), (kind, one, other) =>
    put(kind, one === null ? null : one + start, other === null ? null : other + start),
  )
  for (let left = end; left > 0; left--) put('same', old.length - left, fresh.length - left)
  return lines
}

/** The longest common subsequence, told from the front: what went before what came. */
function middle(
  old: string[],
  fresh: string[],
  put: (kind: Line['kind'], before: number | null, after: number | null) => void,
): void {
  const common = commonTail(old, fresh)
  let one = 0
  let other = 0
  while (one < old.length && other < fresh.length) {
    if (common && old[one] === fresh[other]) put('same', one++, other++)
    else if (!common || common(one + 1, other) >= common(one, other + 1)) put('removed', one++, null)
    else put('added', null, other++)
  }
  while (one < old.length) put('removed', one++, null)
  while (other < fresh.length) put('added', null, other++)
}

/** How many lines two tails have in common; null where finding it out would take too long. */
function commonTail(old: string[], fresh: string[]): ((one: number, other: number) => number) | null {
  const width = fresh.length + 1
  if ((old.length + 1) * width > limit) return null
  const table = new Uint32Array((old.length + 1) * width)
  const common = (one: number, other: number) => table[one * width + other] ?? 0
  for (let one = old.length - 1; one >= 0; one--)
    for (let other = fresh.length - 1; other >= 0; other--)
      table[one * width + other] =
        old[one] === fresh[other]
          ? common(one + 1, other + 1) + 1
          : Math.max(common(one + 1, other), common(one, other + 1))
  return common
}

/** Long stretches of the same become one line that says how many they are. */
function folded(lines: Line[]): DiffLine[] {
  const isNear = new Uint8Array(lines.length)
  for (const [at, line] of lines.entries())
    if (line.kind !== 'same') isNear.fill(1, Math.max(0, at - around), at + around + 1)
  const shown: DiffLine[] = []
  for (const [at, line] of lines.entries()) {
    if (isNear[at]) {
      shown.push(line)
      continue
    }
    const last = shown.at(-1)
    if (last?.kind === 'skip') last.many++
    else shown.push({ kind: 'skip', many: 1, after: line.after ?? at })
  }
  return shown
}

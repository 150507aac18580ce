export interface Place {
  line: number
  column: number
}

/** What is worth a look in a Markdown text, in its order. */
export type Mark = Place &
  (
    | { kind: 'heading'; depth: number }
    | { kind: 'open_fence' }
    | { kind: 'comment' }
    | { kind: 'link'; target: string }
    | { kind: 'code'; text: string }
  )

interface Open {
  at: Place
  sign: string
  length: number
}

/**
 * Line by line, in time that grows with the text alone: a full parser takes minutes for a text that is made to be slow.
 * Where a construct spans lines (a link, a code span) it is not seen, which costs a finding and never a wrong one.
 */
export function marksIn(text: string): Mark[] {
  const marks: Mark[] = []
  const lines = text.split(/\r?\n/)
  const start = endOfHead(lines)
  let fence: Open | null = null
  let inComment = false
  let isParagraph = false
  for (const [past, whole] of lines.slice(start).entries()) {
    const line = start + past + 1
    const margin = marginOf(whole)
    const rest = whole.slice(margin)
    if (fence) {
      if (closes(rest, fence)) fence = null
      continue
    }
    const opened = inComment ? null : openedBy(rest)
    if (opened) {
      fence = { ...opened, at: { line, column: margin + 1 } }
      isParagraph = false
      continue
    }
    const depth: number = inComment ? 0 : headingOf(rest, isParagraph)
    // A line of = or - makes a heading of the line above it.
    if (depth > 0)
      marks.push({ kind: 'heading', depth, line: rest.startsWith('#') ? line : line - 1, column: margin + 1 })
    isParagraph = depth === 0 && rest.trim() !== ''
    const inline: InlineScan = new InlineScan(whole, line, inComment)
    marks.push(...inline.marks)
    inComment = inline.inComment
  }
  if (fence) marks.push({ kind: 'open_fence', ...fence.at })
  return marks
}

/** The keys in front of a skill or rule are no Markdown. */
function endOfHead(lines: string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0
  return lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---') + 1
}

/** Signs of quotes and lists, and blanks, before the text of a line. */
function marginOf(line: string): number {
  return /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*/.exec(line)?.[0].length ?? 0
}

function openedBy(rest: string): Omit<Open, 'at'> | null {
  const [, signs = ''] = /^(`{3,}|~{3,})/.exec(rest) ?? []
  const sign = signs[0]
  if (sign === undefined || (sign === '`' && rest.includes('`', signs.length))) return null
  return { sign, length: signs.length }
}

function closes(rest: string, { sign, length }: Open): boolean {
  const signs = rest.trimEnd()
  return signs.length >= length && signs === sign.repeat(signs.length)
}

/** 0 where it is none. */
function headingOf(rest: string, isParagraph: boolean): number {
  const depth = /^(#{1,6})(?:[ \t]|$)/.exec(rest)?.[1]?.length
  if (depth !== undefined) return depth
  const under = rest.trimEnd()
  if (!isParagraph || under === '') return 0
  if (under === '='.repeat(under.length)) return 1
  return under === '-'.repeat(under.length) ? 2 : 0
}

/** Code, links and comments of one line. */
class InlineScan {
  readonly marks: Mark[] = []
  private at = 0
  private readonly codes: ReturnType<typeof codeEnds>
  private readonly brackets: number[] = []

  constructor(
    private readonly text: string,
    private readonly line: number,
    public inComment: boolean,
  ) {
    this.codes = codeEnds(text)
    if (inComment) this.skipComment()
    while (this.at < text.length) this.step()
  }

  private step(): void {
    const { text, at } = this
    const sign = text[at]
    if (sign === '`') return this.readCode()
    if (sign === '<' && text.startsWith('<!--', at)) {
      this.marks.push({ kind: 'comment', ...this.place(at) })
      return this.skipComment()
    }
    if (sign === '[') this.brackets.push(text[at - 1] === '!' ? at - 1 : at)
    else if (sign === ']') this.endBracket()
    this.at += sign === '\\' ? 2 : 1
  }

  private readCode(): void {
    const { text, at } = this
    const { end, length } = this.codes.get(at) ?? { end: at + 1, length: 1 }
    if (end > at + length)
      this.marks.push({ kind: 'code', text: text.slice(at + length, end - length).trim(), ...this.place(at) })
    this.at = end
  }

  private endBracket(): void {
    const from = this.brackets.pop()
    if (from === undefined || this.text[this.at + 1] !== '(') return
    const target = targetAt(this.text, this.at + 2)
    if (target !== null) this.marks.push({ kind: 'link', target, ...this.place(from) })
  }

  private skipComment(): void {
    const end = this.text.indexOf('-->', this.at)
    this.inComment = end < 0
    this.at = end < 0 ? this.text.length : end + 3
  }

  private place(at: number): Place {
    return { line: this.line, column: at + 1 }
  }
}

/** Of each run of backquotes: how long it is, and where the code ends that it begins; its own end where it begins none. */
function codeEnds(whole: string): Map<number, { end: number; length: number }> {
  const next = new Map<number, number>()
  const ends = new Map<number, { end: number; length: number }>()
  for (const { index, 0: signs } of [...whole.matchAll(/`+/g)].reverse()) {
    const { length } = signs
    ends.set(index, { end: (next.get(length) ?? index) + length, length })
    next.set(length, index)
  }
  return ends
}

const target = /[ \t]*(?:<([^<>]*)>|([^\s()<>]+))/y

function targetAt(whole: string, at: number): string | null {
  target.lastIndex = at
  const found = target.exec(whole)
  return found?.[1] ?? found?.[2] ?? null
}

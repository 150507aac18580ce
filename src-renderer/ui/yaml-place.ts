/** Where in a block-style YAML text a line stands, told from its indentation: good enough while it is being typed. */

export type YamlPath = (string | number)[]

interface Level {
  indent: number
  key: string | number
}

const keyLine = /^(\s*)((?:-\s+)*)(?:"([^"]+)"|'([^']+)'|([^\s#:'"[\]{},][^:#]*?))\s*:(?:\s|$)/
const dashes = /^(\s*)((?:-(?:\s+|$))+)/

/** The path of the value that begins on this line (from 1); of an empty line, of what would stand at its indentation. */
export function yamlPathAt(lines: string[], line: number, column?: number): YamlPath {
  const stack: Level[] = []
  for (let at = 0; at < Math.min(line, lines.length); at++) {
    const text = lines[at] ?? ''
    const isLast = at === line - 1
    if (!isLast && (text.trim() === '' || /^\s*#/.test(text))) continue
    take(stack, text, isLast ? column : undefined)
  }
  return stack.map(({ key }) => key)
}

function take(stack: Level[], text: string, column?: number): void {
  const blank = text.trim() === ''
  const indent = blank ? Math.max(0, (column ?? text.length + 1) - 1) : (/^\s*/.exec(text)?.[0].length ?? 0)
  const listed = dashes.exec(text)
  let depth = indent
  if (listed) depth = enterItems(stack, listed[1]?.length ?? 0, listed[2] ?? '')
  else leave(stack, indent)
  const found = keyLine.exec(text)
  const key = found?.[3] ?? found?.[4] ?? found?.[5]
  if (key !== undefined) {
    leave(stack, depth, listed !== null)
    stack.push({ indent: depth, key })
  }
}

/** Takes off what has ended: everything that does not hold this indentation. */
function leave(stack: Level[], indent: number, keepItem = false): void {
  while (stack.length > 0) {
    const last = stack.at(-1)
    if (!last || last.indent < indent) return
    if (keepItem && typeof last.key === 'number') return
    stack.pop()
  }
}

function enterItems(stack: Level[], indent: number, marks: string): number {
  let at = indent
  for (const mark of marks.match(/-\s*/g) ?? []) {
    // A list may stand at the indentation of its own key.
    while (stack.length > 0) {
      const last = stack.at(-1)
      if (!last || last.indent < at || (last.indent === at && typeof last.key === 'string')) break
      if (last.indent === at && typeof last.key === 'number') break
      stack.pop()
    }
    const last = stack.at(-1)
    if (last && typeof last.key === 'number' && last.indent === at) last.key++
    else stack.push({ indent: at, key: 0 })
    at += mark.length
  }
  return at
}

/** Of every line the path of the value that begins on it; null for a blank line or a comment. */
export function yamlPaths(text: string): (YamlPath | null)[] {
  const stack: Level[] = []
  return text.split('\n').map((line) => {
    if (line.trim() === '' || /^\s*#/.test(line)) return null
    take(stack, line)
    return stack.map(({ key }) => key)
  })
}

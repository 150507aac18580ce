/** How much of an instruction names a run in a menu, in characters. */
const enough = 72

/** The beginning of a text on one line, cut at a word. */
export function inShort(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  if (line.length <= enough) return line
  const cut = line.slice(0, enough)
  return `${cut.slice(0, cut.lastIndexOf(' ') > 0 ? cut.lastIndexOf(' ') : enough)}…`
}

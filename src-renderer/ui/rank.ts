/**
 * How well a line answers what was typed, from 0 (not at all) to 1. Every word must be in it as it was typed: letters
 * picked from all over a long line match everything and rank nothing.
 */
export function rank(label: string, note: string, typed: string): number {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return 1
  const inLabel = label.toLowerCase()
  const inNote = note.toLowerCase()
  let sum = 0
  for (const word of wanted) {
    const part = rankOfWord(inLabel, inNote, word)
    if (part === 0) return 0
    sum += part
  }
  return sum / wanted.length
}

function rankOfWord(label: string, note: string, word: string): number {
  const at = label.indexOf(word)
  if (at === 0) return 1
  if (at > 0) return /[\p{L}\p{N}]/u.test(label[at - 1] ?? '') ? 0.5 : 0.8
  return note.includes(word) ? 0.3 : 0
}

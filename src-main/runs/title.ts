/** A session's title: the first line of its instruction, cut at 80 characters. */
export function titleOf(instruction: string): string {
  const line = instruction.split('\n').find((candidate) => candidate.trim() !== '') ?? instruction
  const plain = line.replaceAll('\0', '').trim()
  return plain.length <= 80 ? plain : `${plain.slice(0, 79).trimEnd()}…`
}

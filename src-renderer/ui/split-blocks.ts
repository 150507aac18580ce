/** Cuts Markdown at blank lines outside code fences. Joined with blank lines, the blocks are the text again. */
export function splitBlocks(text: string): string[] {
  const blocks: string[] = []
  let block: string[] = []
  let fence: string | null = null
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark && fence === null) fence = mark
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null
    if (fence === null && line.trim() === '' && block.length > 0) {
      blocks.push(block.join('\n'))
      block = []
    } else if (block.length > 0 || line.trim() !== '') block.push(line)
  }
  if (block.length > 0) blocks.push(block.join('\n'))
  return blocks
}

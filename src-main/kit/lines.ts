import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

export interface LineReader {
  line(text: string): void
  /** A line was longer than the limit: it was dropped, its head is given. */
  tooLong?(head: string): void
  end?(): void
}

/**
 * Splits a byte stream into lines at `\n` only (JSON may hold U+2028 unescaped; readline would split there).
 * Lines come with neither `\n` nor a closing `\r`. Lines over `limit` characters are dropped, never buffered whole.
 */
export function readLines(input: Readable, reader: LineReader, limit = 32 * 1024 * 1024): void {
  const decoder = new StringDecoder('utf8')
  let parts: string[] = []
  let length = 0
  let skipping = false
  const finish = () => {
    if (skipping) reader.tooLong?.(parts.join('').slice(0, 200))
    else {
      const line = parts.join('')
      reader.line(line.endsWith('\r') ? line.slice(0, -1) : line)
    }
    parts = []
    length = 0
    skipping = false
  }
  const take = (piece: string) => {
    if (skipping) return
    parts.push(piece)
    length += piece.length
    if (length > limit) {
      parts = [parts.join('').slice(0, 200)]
      skipping = true
    }
  }
  const feed = (text: string) => {
    let from = 0
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      take(text.slice(from, at))
      finish()
      from = at + 1
    }
    if (from < text.length) take(text.slice(from))
  }
  input.on('data', (chunk: Buffer) => feed(decoder.write(chunk)))
  input.on('end', () => {
    feed(decoder.end())
    if (length > 0) finish()
    reader.end?.()
  })
  // A broken pipe is an end, said by the process's exit.
  input.on('error', () => {})
}

import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readLines } from './lines.ts'

/** The lines of these chunks, as they come. */
async function linesOf(chunks: (string | Uint8Array)[], limit?: number) {
  const input = new PassThrough()
  const seen: string[] = []
  const heads: string[] = []
  const ended = new Promise<void>((resolve) => {
    readLines(
      input,
      { line: (text) => seen.push(text), tooLong: (head) => heads.push(head), end: resolve },
      limit,
    )
  })
  for (const chunk of chunks) input.write(chunk)
  input.end()
  await ended
  return { seen, heads }
}

describe('reading lines', () => {
  it('splits at newlines wherever the chunks are cut, without the closing CR', async () => {
    const { seen } = await linesOf(['a\nb', 'c\r', '\nd\r\n', '\n', 'e\rf\n\r\n'])
    expect(seen).toEqual(['a', 'bc', 'd', '', 'e\rf', ''])
  })

  it('gives a last line that has no newline, and none after the last newline', async () => {
    expect((await linesOf(['a\nlast'])).seen).toEqual(['a', 'last'])
    expect((await linesOf(['a\n'])).seen).toEqual(['a'])
    expect((await linesOf([])).seen).toEqual([])
  })

  it('puts characters together whose bytes came apart, one byte at a time', async () => {
    const text = 'é日本👩‍👧 ñ\nzwei €\n'
    const bytes = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte))
    expect((await linesOf(bytes)).seen).toEqual(['é日本👩‍👧 ñ', 'zwei €'])
  })

  it('keeps what only looks like a line end: JSON may hold it unescaped', async () => {
    const line = JSON.stringify({ text: 'a\u2028b\u2029c\u0085d\u000b' })
    expect((await linesOf([`${line}\n`])).seen).toEqual([line])
  })

  it('shows bytes that are no UTF-8 as replacement characters', async () => {
    expect((await linesOf([Uint8Array.of(0x61, 0xff, 0x62, 0x0a, 0xc3)])).seen).toEqual([
      'a\ufffdb',
      '\ufffd',
    ])
  })

  it('drops a line over the limit, gives its head, and goes on with the next', async () => {
    const long = `HEAD${'x'.repeat(500)}`
    const { seen, heads } = await linesOf(
      ['short\n', long.slice(0, 90), long.slice(90), '\nnext\n', 'y'.repeat(101)],
      100,
    )
    expect(seen).toEqual(['short', 'next'])
    expect(heads).toHaveLength(2)
    expect(heads[0]).toBe(long.slice(0, heads[0]?.length))
    expect((await linesOf([`${'z'.repeat(100)}\n`], 100)).seen).toEqual(['z'.repeat(100)])
  })

  it('does not keep what it drops: 200 MB in one line stay small', async () => {
    const input = new PassThrough()
    const heads: string[] = []
    const done = new Promise<void>((resolve) =>
      readLines(input, { line() {}, tooLong: (head) => heads.push(head), end: resolve }, 1000),
    )
    const chunk = Buffer.alloc(1024 * 1024, 0x61)
    const before = process.memoryUsage().heapUsed
    for (let written = 0; written < 200; written++) {
      if (!input.write(chunk)) await new Promise((resolve) => input.once('drain', resolve))
    }
    const grown = process.memoryUsage().heapUsed - before
    input.end()
    await done
    expect(heads).toHaveLength(1)
    expect(grown).toBeLessThan(100 * 1024 * 1024)
  })
})

import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { pictureProblem } from './png.mjs'

/** A PNG as far as we look: no checksums. */
function png(width, height, pixels) {
  const chunk = (type, body) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    return Buffer.concat([length, Buffer.from(type), body, Buffer.alloc(4)])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

it('tells a drawn window from a blank, a small and a broken one', () => {
  const drawn = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251))
  expect(pictureProblem(png(1600, 1000, drawn))).toBeUndefined()
  expect(pictureProblem(png(1600, 1000, Buffer.alloc(5000, 7)))).toContain('blank')
  expect(pictureProblem(png(16, 16, drawn))).toContain('16 x 16')
  expect(pictureProblem(Buffer.from('<html>not a picture</html>'))).toContain('not a PNG')
})

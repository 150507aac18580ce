import { inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Says why a picture is not one of a drawn window, or undefined when it could be one: it is a PNG of a window's size
 * with more than a few different values in it.
 */
export function pictureProblem(data) {
  if (!data.subarray(0, 8).equals(SIGNATURE)) return 'it is not a PNG'
  const [width, height] = [data.readUInt32BE(16), data.readUInt32BE(20)]
  if (width < 400 || height < 300) return `it is only ${width} x ${height}`
  const pixels = inflateSync(
    Buffer.concat([...chunks(data)].filter(({ type }) => type === 'IDAT').map(({ body }) => body)),
  )
  const values = new Set(pixels)
  return values.size < 24 ? `it is blank: ${values.size} different values` : undefined
}

function* chunks(data) {
  for (let at = 8; at + 8 <= data.length; ) {
    const length = data.readUInt32BE(at)
    yield { type: data.toString('latin1', at + 4, at + 8), body: data.subarray(at + 8, at + 8 + length) }
    at += length + 12
  }
}

import { createHash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { lstat, readlink } from 'node:fs/promises'
import path from 'node:path'
import { OutsideError, openInside, resolveInside } from '../../kit/index.ts'

const atOnce = 8
/** A file that changed just now may change again without another time stamp. */
const restMs = 200

/** What a file is: the hash of its content, or in words what kept it from being read. */
export interface Seen {
  hash: string
  bytes: number
  /** A sentence about what was not checked. */
  note?: string
}

/** Hashes of files of one workspace. What has the same stamp is not read twice. */
export class Hashes {
  private readonly known = new Map<string, { stamp: string; hash: string }>()

  constructor(private readonly root: string) {}

  /** Null when there is nothing. Never follows a link out, never waits for a FIFO, never throws. */
  async of(file: string): Promise<Seen | null> {
    const stat = await this.stat(file)
    if (!stat) return null
    if (stat.isFile()) return this.plain(file, stat)
    if (stat.isSymbolicLink()) return this.link(file)
    return stat.isDirectory() ? null : { hash: 'other', bytes: 0 }
  }

  /** The path and size alone, for what is too much to read. */
  async sizeOf(file: string): Promise<Seen | null> {
    const stat = await this.stat(file)
    return stat && { hash: `size:${stat.size}`, bytes: 0 }
  }

  async stat(file: string): Promise<BigIntStats | null> {
    return lstat(path.join(this.root, file), { bigint: true }).catch(() => null)
  }

  private async plain(file: string, stat: BigIntStats): Promise<Seen> {
    const bytes = Number(stat.size)
    const stamp = [stat.size, stat.mtimeNs, stat.ctimeNs, stat.ino, stat.dev].join()
    const known = this.known.get(file)
    if (known?.stamp === stamp) return { hash: known.hash, bytes }
    try {
      const hash = await this.read(file)
      if (Date.now() - Number(stat.ctimeNs / 1_000_000n) > restMs) this.known.set(file, { stamp, hash })
      else this.known.delete(file)
      return { hash, bytes }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return { hash: `unread:${bytes}`, bytes: 0, note: `${file} could not be read (${why}).` }
    }
  }

  /** The text of the link, and what it leads to where that is a file of this workspace. */
  private async link(file: string): Promise<Seen> {
    const target = await readlink(path.join(this.root, file)).catch(() => '')
    try {
      const real = path.relative(await resolveInside(this.root, '.'), await resolveInside(this.root, file))
      const seen = await this.of(real.split(path.sep).join('/'))
      if (seen) return { ...seen, hash: `link:${target}:${seen.hash}` }
      return {
        hash: `link:${target}`,
        bytes: 0,
        note: `${file} is a link to a folder: its files are not checked.`,
      }
    } catch (error) {
      const leads = error instanceof OutsideError ? 'leads out of the folder' : 'leads nowhere'
      return {
        hash: `link:${target}`,
        bytes: 0,
        note: `${file} is a link that ${leads}: it is not followed.`,
      }
    }
  }

  private async read(file: string): Promise<string> {
    const handle = await openInside(this.root, file, 'read')
    const hash = createHash('sha256')
    // The stream closes the handle.
    for await (const chunk of handle.createReadStream({ highWaterMark: 256 * 1024 }))
      hash.update(chunk as Buffer)
    return hash.digest('hex')
  }
}

/** Does the work for each, a few at once. */
export async function forEach<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const queue = all[Symbol.iterator]()
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { OutsideError, openInside, raise, resolveInside, sha256 } from '../kit/index.ts'

/**
 * Writes an authored file whole, with the folders it lies in, and only if it still is what the operator saw: `baseSha256` is the hash of its bytes
 * then, or null where there was none. Throws `file_changed_outside`, and nothing is written. Never through a link. A byte order mark that the file has stays. Gives the new hash.
 */
export async function writeAuthored(
  root: string,
  file: string,
  text: string,
  baseSha256: string | null,
): Promise<{ sha256: string }> {
  // Where it lies, judged with its links: one in the way makes it another path.
  const at = await resolveInside(root, file)
  const straight = path.join(await resolveInside(root, '.'), file)
  if (path.normalize(straight) !== at) throw new OutsideError(`"${file}" is reached through a link`)
  const now = await readNow(root, file)
  const hash = now && sha256(now.bytes)
  if (hash !== baseSha256) throw changed(file, hash)
  const marked = now?.bytes.subarray(0, 3).equals(Buffer.from('\ufeff')) && !text.startsWith('\ufeff')
  // Where nothing was, its folders may be missing; the nearest that is there was judged above.
  if (now === null) await mkdir(path.dirname(at), { recursive: true })
  const bytes = Buffer.from(marked ? `\ufeff${text}` : text)
  const part = `${at}.${randomBytes(4).toString('hex')}.part`
  try {
    const handle = await open(part, 'wx', now?.mode ?? 0o644)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    // Someone may have saved meanwhile: asked again as late as can be.
    const last = await readNow(root, file)
    const lastHash = last && sha256(last.bytes)
    if (lastHash !== baseSha256) throw changed(file, lastHash)
    await rename(part, at)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return { sha256: sha256(bytes) }
}

/** Null where there is none. Throws OutsideError for a FIFO, a folder, a file with a second name. */
async function readNow(root: string, file: string): Promise<{ bytes: Buffer; mode: number } | null> {
  try {
    const handle = await openInside(root, file, 'read')
    try {
      const { mode, nlink } = await handle.stat()
      if (nlink > 1) throw new OutsideError(`"${file}" has a second name elsewhere (hard link)`)
      return { bytes: await handle.readFile(), mode: mode & 0o777 }
    } finally {
      await handle.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function changed(file: string, now: string | null) {
  return raise({
    owner: 'operator',
    code: 'file_changed_outside',
    message: `Tried to save ${file}: ${now ? 'it was changed by another program' : 'it is not there any more'}.`,
    hint: 'Read it again, compare, and save what you want to keep.',
    at: { file },
    retry: 'now',
  })
}

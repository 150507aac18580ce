import { constants } from 'node:fs'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { isWithin, OutsideError, resolveInside } from './inside.ts'

/**
 * Opens a plain file inside `root`, judged at the moment of use: the path is resolved, opened without following a
 * last link, and what was opened is compared with what the path leads to now. FIFOs and devices are refused; for
 * writing also files with a second name (hard links). Throws OutsideError or the file system's error.
 */
export async function openInside(
  root: string,
  relative: string,
  mode: 'read' | 'write',
): Promise<FileHandle> {
  const real = await resolveInside(root, relative)
  const { O_RDONLY, O_WRONLY, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants
  // O_NONBLOCK: opening a FIFO must not wait for its other end.
  const flags = (mode === 'read' ? O_RDONLY : O_WRONLY | O_CREAT) | O_NOFOLLOW | O_NONBLOCK
  const handle = await open(real, flags, 0o644).catch((error: NodeJS.ErrnoException) => {
    // ELOOP: it became a link after it was judged. ENXIO: a FIFO or socket that nobody reads.
    if (error.code === 'ELOOP') throw changed(relative)
    if (error.code === 'ENXIO') throw notPlain(relative)
    throw error
  })
  try {
    await checkOpened(handle, root, real, relative, mode)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function checkOpened(
  handle: FileHandle,
  root: string,
  real: string,
  relative: string,
  mode: 'read' | 'write',
) {
  const opened = await handle.stat()
  if (!opened.isFile()) throw notPlain(relative)
  if (mode === 'write' && opened.nlink > 1)
    throw new OutsideError(`"${relative}" has a second name elsewhere (hard link)`)
  const now = await realpath(real)
  const there = await stat(now)
  const same = there.ino === opened.ino && there.dev === opened.dev
  if (!same || !isWithin(await realpath(root), now)) throw changed(relative)
}

const notPlain = (relative: string) => new OutsideError(`"${relative}" is not a plain file`, 'kind')
const changed = (relative: string) => new OutsideError(`"${relative}" changed while it was being opened`)

import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
import { isWithin, OutsideError, resolveInside } from './inside.ts'

/**
 * Opens a plain file inside `root`, judged at the moment of use: the path is resolved, opened without following a
 * last link, and where the opened file lies is asked again. FIFOs and devices are refused; for
 * writing also files with a second name (hard links). `create` is for writing a file that is not there yet (EEXIST
 * otherwise). Throws OutsideError or the file system's error.
 */
export async function openInside(
  root: string,
  relative: string,
  mode: 'read' | 'write' | 'create',
): Promise<FileHandle> {
  const real = await resolveInside(root, relative)
  const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants
  const how = { read: O_RDONLY, write: O_WRONLY | O_CREAT, create: O_WRONLY | O_CREAT | O_EXCL }[mode]
  // O_NONBLOCK: opening a FIFO must not wait for its other end.
  const flags = how | O_NOFOLLOW | O_NONBLOCK
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
  mode: 'read' | 'write' | 'create',
) {
  const opened = await handle.stat()
  if (!opened.isFile()) throw notPlain(relative)
  if (mode !== 'read' && opened.nlink > 1) {
    throw new OutsideError(`"${relative}" has a second name elsewhere (hard link)`)
  }
  const at = (await pathOf(handle)) ?? (await pathIfStill(real, opened))
  if (at === null || !isWithin(await realpath(root), at)) throw changed(relative)
}

/** Where the system says that the opened file is, whatever the path leads to by now. Null where it does not say. */
function pathOf(handle: FileHandle): Promise<string | null> {
  return readlink(`/proc/self/fd/${handle.fd}`).catch(() => null)
}

/**
 * Elsewhere than on Linux: the path that led to the file, if it still does. Someone who swaps folders without end may
 * hit the moment between the two questions.
 */
async function pathIfStill(real: string, opened: { ino: number; dev: number }): Promise<string | null> {
  const now = await realpath(real)
  const there = await lstat(now)
  return there.ino === opened.ino && there.dev === opened.dev ? now : null
}

const notPlain = (relative: string) => new OutsideError(`"${relative}" is not a plain file`, 'kind')
const changed = (relative: string) => new OutsideError(`"${relative}" changed while it was being opened`)

import { lstat, realpath } from 'node:fs/promises'
import path from 'node:path'

/** Why a path was refused: in words for the person who wrote it. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError'
  /** `kind`: it lies inside, and is no plain file. */
  constructor(
    message: string,
    readonly why: 'outside' | 'kind' = 'outside',
  ) {
    super(message)
  }
}

/** Two names that are one file on some disk are the same here: in capital letters, and in how an accent is written. */
export const foldName = (name: string) => name.normalize('NFC').toLowerCase()

/** Windows' devices, which it also finds behind an extension, a colon or trailing blanks. */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*([.:]|$)/i

/** The shape of a relative path: no root, no `..`, no NUL. Throws OutsideError. Says nothing about links. */
export function checkRelative(relative: string): string {
  if (relative.includes('\0')) throw new OutsideError('the path has a NUL character')
  if (path.isAbsolute(relative) || path.win32.isAbsolute(relative)) {
    throw new OutsideError(`"${relative}" is absolute; write it relative to the folder`)
  }
  const parts = relative.split(/[\\/]/)
  if (parts.includes('..')) throw new OutsideError(`"${relative}" leads out of the folder by ".."`)
  if (parts.some((part) => deviceName.test(part))) throw new OutsideError(`"${relative}" names a device`)
  return path.normalize(relative)
}

/**
 * The real path of `relative` under `root`, links followed, at this moment. Throws OutsideError when it leads out.
 * Of a path that does not exist yet, its nearest existing folder is judged; a dangling link is refused.
 */
export async function resolveInside(root: string, relative: string): Promise<string> {
  const realRoot = await realpath(root)
  const wanted = path.join(realRoot, checkRelative(relative))
  const real = await realOf(wanted)
  if (!isWithin(realRoot, real)) {
    throw new OutsideError(`"${relative}" leads out of the folder through a link`)
  }
  return real
}

/** Both absolute and real. A folder whose name only begins like the root's is not in it. */
export function isWithin(realRoot: string, real: string): boolean {
  return real === realRoot || real.startsWith(realRoot.endsWith(path.sep) ? realRoot : realRoot + path.sep)
}

async function realOf(wanted: string): Promise<string> {
  try {
    return await realpath(wanted)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const dangling = await lstat(wanted).then(
      (stat) => stat.isSymbolicLink(),
      () => false,
    )
    if (dangling) throw new OutsideError(`"${path.basename(wanted)}" is a link to nothing`)
    return path.join(await realOf(path.dirname(wanted)), path.basename(wanted))
  }
}

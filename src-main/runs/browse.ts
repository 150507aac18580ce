import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { FileContent, FileEntry } from '@contract'
import { OutsideError, openInside, raise, resolveInside, sha256 } from '../kit/index.ts'

const maxEntries = 5000
const maxTextBytes = 1024 * 1024
const maxImageBytes = 12 * 1024 * 1024
const images: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
}

/** A folder as the operator sees it: folders first, then by name. Links are shown and not followed. */
export async function listFolder(root: string, relative: string): Promise<FileEntry[]> {
  return explained(relative, async () => {
    const folder = await resolveInside(root, relative || '.')
    const entries = (await readdir(folder, { withFileTypes: true })).slice(0, maxEntries)
    const listed = await Promise.all(
      entries.map(async (entry): Promise<FileEntry> => {
        const stat = await lstat(path.join(folder, entry.name)).catch(() => null)
        const kind = entry.isDirectory()
          ? 'folder'
          : entry.isFile()
            ? 'file'
            : entry.isSymbolicLink()
              ? 'link'
              : 'other'
        return {
          name: entry.name,
          path: path.posix.join(relative === '.' ? '' : relative, entry.name),
          kind,
          bytes: kind === 'file' ? (stat?.size ?? null) : null,
          modifiedAt: stat?.mtimeMs ?? null,
        }
      }),
    )
    return listed.sort(
      (a, b) => Number(b.kind === 'folder') - Number(a.kind === 'folder') || a.name.localeCompare(b.name),
    )
  })
}

export async function readForView(root: string, relative: string): Promise<FileContent> {
  return explained(relative, async () => {
    const file = await openInside(root, relative, 'read')
    try {
      const { size } = await file.stat()
      const mime = images[path.extname(relative).toLowerCase()]
      if (mime && size <= maxImageBytes) {
        const dataUrl = `data:${mime};base64,${(await file.readFile()).toString('base64')}`
        return { kind: 'image', path: relative, mime, dataUrl, bytes: size }
      }
      const buffer = Buffer.alloc(Math.min(size, maxTextBytes))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
      const bytes = buffer.subarray(0, bytesRead)
      if (bytes.subarray(0, 8192).includes(0)) return { kind: 'binary', path: relative, bytes: size }
      return {
        kind: 'text',
        path: relative,
        text: bytes.toString('utf8'),
        bytes: size,
        truncated: size > bytesRead,
        sha256: size > bytesRead ? null : sha256(bytes),
      }
    } finally {
      await file.close()
    }
  })
}

async function explained<T>(relative: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const words =
      code === 'ENOENT'
        ? 'it is not there any more'
        : code === 'EACCES'
          ? 'this user may not read it'
          : error instanceof Error
            ? error.message
            : String(error)
    throw raise(
      {
        owner: 'operator',
        code: error instanceof OutsideError ? 'path_refused' : 'file_unreadable',
        message: `Tried to open ${relative || 'the folder'}: ${words}.`,
      },
      error,
    )
  }
}

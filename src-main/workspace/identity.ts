import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isId, type WorkspaceId } from '@contract'
import { openInside, resolveInside } from '../kit/index.ts'

const folderName = '.signalbox'
const fileName = `${folderName}/workspace_id`

/** The id kept in the folder itself, or null before the operator granted anything in it. */
export async function readIdentity(root: string): Promise<WorkspaceId | null> {
  const id = (await firstBytes(root).catch(() => '')).trim()
  return isId('workspace', id) ? id : null
}

async function firstBytes(root: string): Promise<string> {
  const handle = await openInside(root, fileName, 'read')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(100), 0, 100, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * Written when the operator grants something, not at opening. The folder ignores itself in git. Throws where the folder is a link that
 * leads out: nothing is written there.
 */
export async function writeIdentity(root: string, id: WorkspaceId): Promise<void> {
  await resolveInside(root, fileName)
  const folder = path.join(root, folderName)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {})
  if ((await readIdentity(root)) === id) return
  const part = path.join(folder, `workspace_id.${randomBytes(4).toString('hex')}`)
  await writeFile(part, `${id}\n`, { flag: 'wx' })
  await rename(part, path.join(root, fileName))
}

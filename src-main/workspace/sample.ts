import { chmod, cp, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Copies the sample workspace to where the operator keeps documents; true when it did. What is there already is left
 * alone, and is not the sample because it lies in its place.
 */
export async function copySample(source: string, target: string): Promise<boolean> {
  // A link to nothing is something too.
  const there = await lstat(target).then(
    () => true,
    () => false,
  )
  if (there) return false
  const part = `${target}.part-${process.pid}`
  await mkdir(path.dirname(target), { recursive: true })
  await rm(part, { recursive: true, force: true })
  await cp(source, part, { recursive: true, filter: (from) => path.basename(from) !== '.signalbox' })
  await makeWritable(part)
  await rename(part, target)
  return true
}

/** The source may be read-only (installed): the copy must be the operator's to change. */
async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name)
    if (entry.isDirectory()) await makeWritable(at)
    else if (entry.isFile()) await chmod(at, (await lstat(at)).mode | 0o600)
  }
}

import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Runtime } from '../../kit/index.ts'

/**
 * Makes `<folder>/node`, which is our own runtime, and returns the folder. It goes at the end of an app's PATH: a
 * machine's own Node comes first, and where there is none `node server.mjs` still runs.
 */
export async function nodeFolder(folder: string, runtime: Runtime): Promise<string> {
  const variables = Object.entries(runtime.env).map(([name, value]) => `${name}='${value}' `)
  const quoted = runtime.command.replaceAll("'", "'\\''")
  await mkdir(folder, { recursive: true })
  // Several apps start at once: each writes a file of its own, and the last one to arrive is as good as the first.
  const part = path.join(folder, `node.${randomUUID()}`)
  await writeFile(part, `#!/bin/sh\n${variables.join('')}exec '${quoted}' "$@"\n`, { mode: 0o755 })
  await rename(part, path.join(folder, 'node'))
  return folder
}

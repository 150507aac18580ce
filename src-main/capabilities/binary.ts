import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import type { Runtime } from '../kit/index.ts'

export type Binary =
  | { found: true; command: string; env: Record<string, string> }
  | { found: false; looked: string[] }

/** What a child of ours is given besides what it declares: enough to find programs and a home, nothing secret. */
const inherited = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'TZ',
  'SystemRoot',
  'TEMP',
  'TMP',
]

export function plainEnvironment(): Record<string, string> {
  return Object.fromEntries(
    inherited.flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name] as string]],
    ),
  )
}

/**
 * The program behind argv[0]: a path is taken from the workspace, a name from PATH. `node` that is nowhere is our own
 * runtime, told to be one by its environment.
 */
export async function resolveBinary(name: string, root: string, runtime: Runtime): Promise<Binary> {
  const env = plainEnvironment()
  if (name.includes('/') || name.includes('\\')) {
    const file = path.resolve(root, name)
    return (await runs(file)) ? { found: true, command: file, env } : { found: false, looked: [file] }
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '')
  for (const folder of folders) {
    const file = path.join(folder, name)
    if (await runs(file)) return { found: true, command: file, env }
  }
  if (name === 'node') return { found: true, command: runtime.command, env: { ...env, ...runtime.env } }
  return { found: false, looked: folders }
}

async function runs(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}

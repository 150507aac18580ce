import os from 'node:os'
import path from 'node:path'

/** The project folder, whatever the current directory is. */
export const root = path.resolve(import.meta.dirname, '../../..')

/** Throwaway results of our own tools (reports, hashes, bundles); safe to delete. */
export const toolCache = path.join(root, '.cache')

/** Where the person stood: npm changes to the project folder and keeps the original here. */
export const callerDir = process.env.INIT_CWD ?? process.cwd()

/** Per-user cache, shared by every checkout: a runtime is 260 MB and worth keeping once. */
export const userCache = path.join(userCacheBase(), 'signalbox')

function userCacheBase() {
  if (process.env.XDG_CACHE_HOME) return path.resolve(process.env.XDG_CACHE_HOME)
  if (process.platform === 'darwin') return path.join(os.homedir(), 'Library/Caches')
  if (process.platform === 'win32' && process.env.LOCALAPPDATA) return process.env.LOCALAPPDATA
  return path.join(os.homedir(), '.cache')
}

export const isRoot = process.getuid?.() === 0

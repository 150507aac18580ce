import { type FSWatcher, statSync, watch } from 'node:fs'
import path from 'node:path'
import { type Clock, checkRelative } from '../kit/index.ts'

const maxFolders = 200
const delayMs = 120

interface Watched {
  /** Null while the folder is not there. */
  watcher: FSWatcher | null
  /** Which folder the watcher hears: a new one of the same name is another. */
  inode: number
  keep: boolean
}

/**
 * Watches chosen folders of a workspace (not their sub-folders): the root, where authored files are, and what the
 * operator has open. Tells which folders changed, at most every 120 ms. A folder that goes away is watched again when
 * it is back.
 */
export class FolderWatch {
  private readonly folders = new Map<string, Watched>()
  private changed = new Set<string>()
  private cancel: (() => void) | null = null
  private closed = false

  constructor(
    private readonly root: string,
    private readonly clock: Clock,
    private readonly tell: (folders: string[]) => void,
  ) {}

  /**
   * `folder` is workspace-relative, '' for the root; it need not be there yet. Past the budget the one watched longest
   * ago gives way, never the root or one that was added with `keep`.
   */
  add(folder: string, keep = folder === ''): void {
    if (this.closed || !isInside(folder)) return
    const known = this.folders.get(folder) ?? { watcher: null, inode: 0, keep: false }
    this.folders.delete(folder)
    this.folders.set(folder, known)
    known.keep ||= keep
    this.listen(folder, known)
    if (this.folders.size <= maxFolders) return
    const oldest = [...this.folders].find(([name, { keep: kept }]) => !kept && name !== folder)
    if (oldest) {
      oldest[1].watcher?.close()
      this.folders.delete(oldest[0])
    }
  }

  close(): void {
    this.closed = true
    this.cancel?.()
    for (const { watcher } of this.folders.values()) watcher?.close()
    this.folders.clear()
  }

  /** True when it began to listen now. */
  private listen(folder: string, watched: Watched): boolean {
    if (watched.watcher) return false
    try {
      const at = path.join(this.root, folder)
      watched.inode = statSync(at).ino
      const watcher = watch(at, () => this.note(folder))
      watcher.on('error', () => this.note(folder))
      watched.watcher = watcher
      return true
    } catch {
      return false
    }
  }

  private note(folder: string): void {
    if (this.closed) return
    this.changed.add(folder)
    this.cancel ??= this.clock.after(delayMs, () => {
      this.cancel = null
      this.followReplaced()
      const folders = [...this.changed]
      this.changed = new Set()
      this.tell(folders)
    })
  }

  /** A watcher hears the folder it was made for, also after that one (or one above it) was deleted or renamed. */
  private followReplaced(): void {
    for (const [folder, watched] of this.folders) {
      if (watched.watcher && this.inodeOf(folder) !== watched.inode) {
        watched.watcher.close()
        watched.watcher = null
        this.changed.add(folder)
      }
      if (this.listen(folder, watched)) this.changed.add(folder)
    }
  }

  /** 0 where there is none. */
  private inodeOf(folder: string): number {
    try {
      return statSync(path.join(this.root, folder)).ino
    } catch {
      return 0
    }
  }
}

function isInside(folder: string): boolean {
  try {
    checkRelative(folder)
    return true
  } catch {
    return false
  }
}

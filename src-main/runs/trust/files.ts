import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { openInside, resolveInside } from '../../kit/index.ts'
import type { FileQuery } from './draft.ts'
import { forEach, type Hashes } from './hashes.ts'
import { isCode, isData, namedIn, readWords } from './words.ts'

const maxFiles = 5000
const maxBytes = 200 * 1024 * 1024
const maxBeside = 500
/** Of more than this nothing is known, not even the names. */
const maxLooked = 20_000
/** Words of a command line that are looked up in each folder it names, and so many of those. */
const maxNamed = 2000
const maxFolders = 20
const maxScriptBytes = 1024 * 1024

/** The files that an item stands on, as they are now. */
export interface Covered {
  /** Path -> what it is. */
  hashes: Map<string, string>
  /** Folders of which files belong to the item, also ones that are not there yet. `all`: not only code. */
  folders: { folder: string; all: boolean }[]
  unchecked: string | null
}

/** Finds and hashes the files of an item. Bounded; never throws. */
export async function coveredBy(query: FileQuery, root: string, hashes: Hashes): Promise<Covered> {
  const search = new Search(root, hashes)
  for (const { words, folder } of query.commands) await search.addCommand(words, folder)
  for (const file of query.paths) await search.addFile(file)
  for (const folder of query.trees) await search.addTree(folder, true)
  return search.result()
}

class Search {
  private readonly files = new Set<string>()
  private readonly folders = new Map<string, boolean>()
  private readonly notes = new Set<string>()
  private looked = 0

  constructor(
    private readonly root: string,
    private readonly hashes: Hashes,
  ) {}

  async addCommand(words: string[], folder: string): Promise<void> {
    const { paths, hasScripts, notes } = readWords(words)
    for (const note of notes) this.notes.add(note)
    for (const at of await this.startFolders(paths, folder)) {
      for (const file of paths) await this.addWord(file, at)
      const config = path.posix.join(at, 'package.json')
      if (!hasScripts || !this.files.has(config)) continue
      const inner = readWords(await this.scriptsOf(config))
      for (const note of inner.notes) this.notes.add(note)
      for (const file of inner.paths) await this.addWord(file, at)
    }
  }

  /** Where its words may lie: the folder it starts in, and each that it names (`cd tools && …`, `uv --directory tools …`). */
  private async startFolders(words: string[], folder: string): Promise<string[]> {
    const folders = [folder]
    for (const at of folders) {
      for (const word of words.slice(0, maxNamed)) {
        const inner = this.insideOf(word, at)
        if (inner === null || folders.includes(inner) || folders.length > maxFolders) continue
        if ((await this.hashes.stat(inner))?.isDirectory()) folders.push(inner)
      }
    }
    if (folders.length > maxFolders || (folders.length > 1 && words.length > maxNamed))
      this.notes.add('It names more than can be followed: the rest of it is not checked.')
    return folders
  }

  async addFile(file: string): Promise<void> {
    if (await this.hashes.stat(file)) this.files.add(file)
  }

  /** `all`: whatever they are; otherwise code, and not many. */
  async addTree(folder: string, all: boolean): Promise<void> {
    if (this.folders.get(folder) === true || (this.folders.has(folder) && !all)) return
    this.folders.set(folder, all)
    const limit = all ? maxLooked : maxBeside
    const found: string[] = []
    const isWhole = await this.walk(folder, found, limit, all)
    for (const file of found) this.files.add(file)
    if (!isWhole) this.notes.add(`${folder} has more than ${limit} files: the rest of them is not checked.`)
  }

  async result(): Promise<Covered> {
    const files = [...this.files].sort()
    const tooMuch = await this.beyondLimits(files)
    const seen = new Map<string, string>()
    await forEach(files, async (file) => {
      const found = tooMuch.has(file) ? await this.hashes.sizeOf(file) : await this.hashes.of(file)
      if (found?.note) this.notes.add(found.note)
      if (found) seen.set(file, found.hash)
    })
    if (tooMuch.size > 0)
      this.notes.add(`Of ${tooMuch.size} of its ${files.length} files only name and size are checked.`)
    const notes = [...this.notes].sort()
    const more = notes.length > 5 ? ` And ${notes.length - 5} more of that kind.` : ''
    return {
      hashes: new Map([...seen].sort(([a], [b]) => (a < b ? -1 : 1))),
      folders: [...this.folders].map(([folder, all]) => ({ folder, all })),
      unchecked: notes.length === 0 ? null : notes.slice(0, 5).join(' ') + more,
    }
  }

  /** Decided by name and size alone, so that the same files always give the same digest. */
  private async beyondLimits(files: string[]): Promise<Set<string>> {
    const sizes = new Map<string, number>()
    await forEach(files, async (file) => {
      sizes.set(file, Number((await this.hashes.stat(file))?.size ?? 0))
    })
    let bytes = 0
    return new Set(
      files.filter((file, index) => {
        const isOver = index >= maxFiles || bytes + (sizes.get(file) ?? 0) > maxBytes
        if (!isOver) bytes += sizes.get(file) ?? 0
        return isOver
      }),
    )
  }

  /** A word of a command line, if it names something of this workspace. */
  private async addWord(word: string, folder: string): Promise<void> {
    const file = this.insideOf(word, folder)
    if (file === null) return this.noteOutside(word, folder)
    const stat = await this.hashes.stat(file)
    if (!stat) return
    if (stat.isDirectory()) {
      if (await this.isProgram(file)) await this.addTree(file, false)
      return
    }
    if (this.files.has(file)) return
    if (isData(file)) return void this.notes.add(`${file} is data: it is not checked.`)
    this.files.add(file)
    if (!isCode(file) && !(await this.isScript(file))) return
    const beside = path.posix.dirname(file)
    if (beside !== '.') await this.addTree(beside, false)
    else if (!/\.(json|ya?ml|toml)$/i.test(file)) await this.follow(file)
  }

  /** A script at the top has everything beside it: what counts is what it names, and what that names. */
  private async follow(file: string): Promise<void> {
    this.notes.add(
      `${file} lies at the top of the folder: of what it loads, only files that it names are checked.`,
    )
    for (const name of namedIn(await this.textOf(file), file)) await this.addWord(name, '.')
  }

  /** A program of the system is what it is; code that lies elsewhere is somebody's, and nobody looks at it here. */
  private async noteOutside(word: string, folder: string): Promise<void> {
    if (!isCode(word) || word.length > 1000 || word.includes('\0')) return
    const stat = await lstat(path.resolve(this.root, folder, word)).catch(() => null)
    if (stat?.isFile()) this.notes.add(`${word} lies outside of the folder: it is not checked.`)
  }

  /** A file without an ending that names its own interpreter. */
  private async isScript(file: string): Promise<boolean> {
    return path.posix.extname(file) === '' && (await this.textOf(file)).startsWith('#!')
  }

  /** The path from the top; null where it leads out or is the top itself. */
  private insideOf(word: string, folder: string): string | null {
    if (word.length > 1000 || word.includes('\0')) return null
    const isAbsolute = path.posix.isAbsolute(word)
    if (isAbsolute && !word.startsWith(`${this.root}/`)) return null
    const file = path.posix.normalize(
      isAbsolute ? word.slice(this.root.length + 1) : path.posix.join(folder, word),
    )
    const plain = file.endsWith('/') ? file.slice(0, -1) : file
    return plain === '.' || plain === '' || plain === '..' || plain.startsWith('../') ? null : plain
  }

  /** A folder that a runtime starts as a whole. */
  private async isProgram(folder: string): Promise<boolean> {
    const starts = ['package.json', 'index.js', 'index.mjs', 'index.cjs', 'index.ts', '__main__.py']
    for (const name of starts) if (await this.hashes.stat(`${folder}/${name}`)) return true
    return false
  }

  private async scriptsOf(config: string): Promise<string[]> {
    try {
      const { scripts } = JSON.parse(await this.textOf(config)) as { scripts?: unknown }
      return Object.values(scripts ?? {}).filter((line) => typeof line === 'string')
    } catch {
      return []
    }
  }

  /** Empty for what cannot be read, or is too long to be written by hand. */
  private async textOf(file: string): Promise<string> {
    try {
      const handle = await openInside(this.root, file, 'read')
      try {
        return (await handle.stat()).size > maxScriptBytes ? '' : await handle.readFile('utf8')
      } finally {
        await handle.close()
      }
    } catch {
      return ''
    }
  }

  /** Links are listed and not entered. False when there is more than the limit. */
  private async walk(folder: string, found: string[], limit: number, all: boolean): Promise<boolean> {
    for (const entry of await this.entriesOf(folder)) {
      if (++this.looked > maxLooked) return false
      const file = folder === '.' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!this.isLeftOut(file) && !(await this.walk(file, found, limit, all))) return false
      } else if (all || entry.isSymbolicLink() || isCode(file)) {
        if (found.length >= limit) return false
        found.push(file)
      }
    }
    return true
  }

  private isLeftOut(folder: string): boolean {
    if (folder.endsWith('/__pycache__')) this.notes.add('Files in __pycache__ are not checked.')
    return /(^|\/)(\.git|__pycache__|node_modules\/\.cache)$/.test(folder)
  }

  private async entriesOf(folder: string) {
    try {
      const entries = await readdir(await resolveInside(this.root, folder), { withFileTypes: true })
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    } catch {
      this.notes.add(`The folder ${folder} could not be read.`)
      return []
    }
  }
}

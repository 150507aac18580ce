import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { ImportPlan, ImportPreview } from '@contract'
import { digestOf, openInside, raise, resolveInside, sha256 } from '../../kit/index.ts'
import { configFile } from '../collect.ts'
import { editInTurns } from '../edit.ts'
import { readValues } from '../read.ts'
import type { Candidate, FolderPort, Reading } from './port.ts'
import { lookedFor, readers } from './products.ts'

const maxBytes = 1024 * 1024
const maxChosen = 200

/** What other products' files in this folder would give. Reads only; starts and writes nothing. */
export async function inspectImports(
  root: string,
  isSet: (name: string) => boolean,
): Promise<ImportPlan & { candidates: Candidate[] }> {
  const port = new Folder(root, isSet)
  const readings: Reading[] = []
  for (const read of readers) readings.push(await read(port))
  const found = readings.filter(({ files }) => files.length > 0)
  const candidates = distinct(readings.flatMap((reading) => reading.candidates))
  return {
    hasWorkspace: (await port.read(configFile)) !== null,
    lookedFor,
    found: found.map(({ product, files }) => ({ product, files })),
    items: candidates.map(({ edits: _, include: __, files: ___, ...item }) => item),
    findings: [...readings.flatMap(({ findings }) => findings), ...port.findings],
    candidates,
  }
}

/** The files as they would be with what is ticked; `base`: hashes of those that are there. Throws where an edit is not possible. */
export async function previewImport(
  root: string,
  candidates: readonly Candidate[],
  keys: readonly string[],
): Promise<Omit<ImportPreview, 'diagnostics'> & { base: Map<string, string> }> {
  const port = new Folder(root, () => true)
  const chosen = candidates.filter(({ key }) => keys.includes(key))
  if (chosen.length > maxChosen) {
    const message = `Tried to take over ${chosen.length} things at once; the limit is ${maxChosen}.`
    const hint = 'Tick fewer of them, and the rest once those are there.'
    throw raise({ owner: 'operator', code: 'import_too_much', message, hint })
  }
  const before = await port.read(configFile)
  const base = before ?? minimal(path.basename(root))
  const edits = [...chosen.flatMap((candidate) => candidate.edits), ...includeEdits(base, chosen)]
  const edited = await editInTurns(base, edits)
  if ('problem' in edited) {
    const { code, message, hint, at } = edited.problem
    throw raise({ owner: 'operator', code, message, at, ...(hint ? { hint } : {}) })
  }
  const files: ImportPreview['files'] = []
  if (edited.text !== before) files.push({ path: configFile, before, after: edited.text })
  for (const file of chosen.flatMap((candidate) => candidate.files)) {
    const old = await port.read(file.path)
    if (old !== file.text) files.push({ path: file.path, before: old, after: file.text })
  }
  return { files, digest: digestOf(files), base: port.hashes }
}

/** One list of included files, after those that are there. */
function includeEdits(base: string, chosen: readonly Candidate[]): Candidate['edits'] {
  const values = readValues(base) as { prompt?: { include?: unknown } } | null
  const there = values?.prompt?.include
  const known = Array.isArray(there) ? there.length : 0
  const files = chosen.flatMap(({ include }) => (include === null ? [] : [include]))
  const fresh = [...new Set(files)].filter((file) => !(Array.isArray(there) && there.includes(file)))
  if (fresh.length === 0) return []
  if (known === 0) return [{ path: ['prompt', 'include'], value: fresh }]
  return fresh.map((file, at) => ({ path: ['prompt', 'include', known + at], value: file }))
}

function minimal(name: string): string {
  return `name: ${JSON.stringify(name)}

agents:
  id: workspace.general
  model: auto # the model chosen in the app

mcp_registry:
  servers: {}
`
}

/** Two products may name a server alike: the same is there once, another gets a number. */
function distinct(candidates: Candidate[]): Candidate[] {
  const kept: Candidate[] = []
  const places = new Map<string, string>()
  for (const candidate of candidates) {
    const what = digestOf({ edits: candidate.edits, files: candidate.files, include: candidate.include })
    if (candidate.include !== null || candidate.group === 'session_kinds') {
      if (!kept.some((other) => other.include !== null && other.include === candidate.include))
        kept.push(candidate)
      continue
    }
    const place = candidate.becomes
    if (places.get(place) === what) continue
    kept.push(
      places.has(place)
        ? {
            ...candidate,
            note: join(candidate.note, `Another product has one of this name; ticking both keeps this one.`),
          }
        : candidate,
    )
    places.set(place, what)
  }
  return kept
}

const join = (one: string | null, other: string) => (one ? `${one} ${other}` : other)

class Folder implements FolderPort {
  readonly findings: ImportPlan['findings'] = []
  /** Of the bytes of what was read. */
  readonly hashes = new Map<string, string>()

  constructor(
    private readonly root: string,
    readonly isSet: (name: string) => boolean,
  ) {}

  async read(file: string): Promise<string | null> {
    try {
      const handle = await openInside(this.root, file, 'read')
      try {
        const { size } = await handle.stat()
        if (size > maxBytes) throw new Error(`it has ${size} bytes; the limit is ${maxBytes}`)
        const bytes = await handle.readFile()
        this.hashes.set(file, sha256(bytes))
        return new TextDecoder('utf-8').decode(bytes)
      } finally {
        await handle.close()
      }
    } catch (error) {
      if (isAbsent(error)) return null
      const message = `Tried to read ${file}: ${error instanceof Error ? error.message : String(error)}.`
      this.findings.push({ severity: 'warning', code: 'import_file_unreadable', message, at: { file } })
      return null
    }
  }

  async list(folder: string): Promise<string[]> {
    try {
      return (await readdir(await resolveInside(this.root, folder))).sort()
    } catch {
      return []
    }
  }
}

function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
}

import { readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Diagnostic } from '@contract'
import { OutsideError, openInside, raise, resolveInside, sha256 } from '../kit/index.ts'
import type { AuthoredFile, Collected } from './plan.ts'
import { YamlFile, type YamlMap } from './yaml-file.ts'

export const configFile = 'workspace.yaml'
const maxFileBytes = 2 * 1024 * 1024
const maxSkills = 500
const maxSubagents = 200
const maxKnowledgePaths = 2000

/**
 * Stage 1. Reads the bounded set of authored files: workspace.yaml, AGENTS.md, ONBOARD.md, the manifests,
 * included files and modules it names, skills, subagents, knowledge. Throws `folder_missing` where
 * there is no folder, `workspace_missing` where it has no workspace.yaml; everything else is a problem in the result.
 * `drafts`: texts that are read instead of what is on disk, by workspace-relative path. `layers`: folders of skills below
 * the workspace's own, lowest first; one that is not there has none.
 */
export async function collect(
  folder: string,
  mentions = new Mentions(),
  drafts: ReadonlyMap<string, string> = new Map(),
  layers: readonly SkillLayer[] = [],
): Promise<Collected> {
  const root = await realpath(folder).catch(() => null)
  if (!root || !(await stat(root)).isDirectory()) {
    throw raise({
      owner: 'operator',
      stage: 'collect',
      code: 'folder_missing',
      message: `${folder} is not a folder.`,
    })
  }
  const reader = new Reader(root, drafts)
  const config = await reader.read(configFile)
  if (!config && reader.problems.length === 0) throw missing(`${root} has no ${configFile}.`)
  await reader.read('AGENTS.md')
  await reader.read('ONBOARD.md')
  for (const path of mentions.pathsIn(config)) await reader.readMentioned(path)
  await reader.readSkills()
  await reader.readSubagents()
  const knowledgePaths = await reader.readKnowledge()
  const layered = (await Promise.all(layers.map(readLayer))).flat()
  return {
    root,
    files: reader.files,
    knowledgePaths,
    layered,
    problems: reader.problems,
    refused: reader.refused,
  }
}

/** A folder of skills that is not of the workspace. */
export interface SkillLayer {
  name: 'bundled' | 'operator'
  folder: string
}

async function readLayer({ name, folder }: SkillLayer): Promise<Collected['layered']> {
  const names = (await readdir(folder).catch(() => [])).filter((id) => !/^[_.]/.test(id)).sort()
  const found: Collected['layered'] = []
  for (const id of names.slice(0, maxSkills)) {
    const path = `${name}:skills/${id}/SKILL.md`
    // What cannot be read there is nobody's fault in this workspace: it has no such skill.
    const bytes = await readBounded(folder, `${id}/SKILL.md`).catch(() => null)
    if (bytes) found.push({ layer: name, id, file: { path, text: decode(bytes), sha256: sha256(bytes) } })
  }
  return found
}

function missing(message: string) {
  return raise({
    owner: 'author',
    stage: 'collect',
    code: 'workspace_missing',
    message,
    hint: 'A workspace is a folder with a workspace.yaml in it.',
  })
}

/** Where workspace.yaml points. Remembered by the hash of the file, which is asked for again and again. */
export class Mentions {
  private last: { sha256: string; paths: string[] } | null = null

  /** Its own errors are said in stage 2. */
  pathsIn(config: AuthoredFile | undefined): string[] {
    if (!config) return []
    if (this.last?.sha256 !== config.sha256) this.last = { sha256: config.sha256, paths: pathsIn(config) }
    return this.last.paths
  }
}

/** Manifests, included files, catalog and schema modules, as far as they can be read. */
function pathsIn(config: AuthoredFile): string[] {
  if (!/applications|include|module_path|schema_id/.test(config.text)) return []
  const { root } = new YamlFile(configFile, config.text, 'unread')
  const catalog = root?.quietMap('mcp_registry')?.quietMap('catalog')
  return [
    ...listed(root?.json('applications')).map((app) => field(app, 'config_path')),
    ...listed(root?.quietMap('prompt')?.json('include')),
    ...(catalog?.keys() ?? []).map((id) => field(catalog?.json(id), 'module_path')),
    root?.quietMap('agents')?.json('schema_module_path'),
    aliasedSchema(root),
  ].filter((path) => typeof path === 'string')
}

/** The file that `agents.schema_id` stands for, where its alias is one. */
function aliasedSchema(root: YamlMap | null): unknown {
  const id = root?.quietMap('agents')?.json('schema_id')
  const alias = field(root?.quietMap('schema_registry')?.json('aliases'), String(id))
  return typeof alias === 'string' && /\.json$/i.test(alias) ? alias : undefined
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function field(value: unknown, key: string): unknown {
  return value && typeof value === 'object' ? (value as Record<string, unknown>)[key] : undefined
}

/** How a file is called in the plan: with `/`, and one name for one path. */
export function keyOf(relative: string): string {
  return path.posix.normalize(path.sep === '\\' ? relative.replaceAll('\\', '/') : relative)
}

class Reader {
  readonly files = new Map<string, AuthoredFile>()
  readonly problems: Diagnostic[] = []
  readonly refused = new Map<string, Diagnostic>()
  constructor(
    private readonly root: string,
    private readonly drafts: ReadonlyMap<string, string>,
  ) {}

  /** Undefined when it is not there; what is there and cannot be read is a problem. */
  async read(relative: string): Promise<AuthoredFile | undefined> {
    const { file, problem } = await this.attempt(relative)
    if (problem) this.problems.push(problem)
    return file
  }

  /** A path that workspace.yaml names: what is wrong with it is said there, in stage 2. */
  async readMentioned(relative: string): Promise<void> {
    const { problem } = await this.attempt(relative)
    if (problem) this.refused.set(keyOf(relative), problem)
  }

  async readSkills(): Promise<void> {
    for (const name of (await this.names('skills')).slice(0, maxSkills)) {
      if (!name.startsWith('_') && !name.startsWith('.')) await this.read(`skills/${name}/SKILL.md`)
    }
  }

  async readSubagents(): Promise<void> {
    const names = (await this.names('subagents')).filter((name) => /^[^_.].*\.md$/.test(name))
    for (const name of names.slice(0, maxSubagents)) await this.read(`subagents/${name}`)
  }

  async readKnowledge(): Promise<string[]> {
    await this.read('knowledge/KNOWLEDGE.md')
    const names = await this.names('knowledge')
    return names
      .filter((name) => name !== 'KNOWLEDGE.md' && !name.startsWith('.'))
      .slice(0, maxKnowledgePaths)
      .map((name) => `knowledge/${name}`)
  }

  private async attempt(relative: string): Promise<{ file?: AuthoredFile; problem?: Diagnostic }> {
    const key = keyOf(relative)
    const known = this.files.get(key)
    if (known) return { file: known }
    try {
      const draft = this.drafts.get(key)
      const bytes = draft === undefined ? await readBounded(this.root, relative) : Buffer.from(draft)
      const file: AuthoredFile = { path: key, text: decode(bytes), sha256: sha256(bytes) }
      this.files.set(key, file)
      return { file }
    } catch (error) {
      return isAbsent(error) ? {} : { problem: unreadable(relative, error) }
    }
  }

  private async names(folder: string): Promise<string[]> {
    const drafted = [...this.drafts.keys()]
      .filter((file) => file.startsWith(`${folder}/`))
      .map((file) => file.split('/')[1] ?? '')
    const there = await this.namesOnDisk(folder)
    return drafted.length === 0 ? there : [...new Set([...there, ...drafted])].sort()
  }

  private async namesOnDisk(folder: string): Promise<string[]> {
    try {
      return (await readdir(await resolveInside(this.root, folder))).sort()
    } catch (error) {
      // A file of that name has no entries; a link that leads out is said like any other.
      const said = this.problems.some((problem) => problem.at.file.startsWith(`${folder}/`))
      if (!isAbsent(error) && !said) this.problems.push(unreadable(folder, error))
      return []
    }
  }
}

async function readBounded(root: string, relative: string): Promise<Uint8Array> {
  const handle = await openInside(root, relative, 'read')
  try {
    const { size } = await handle.stat()
    if (size > maxFileBytes) throw new Error(`it has ${size} bytes; the limit is ${maxFileBytes}`)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
}

function unreadable(relative: string, error: unknown): Diagnostic {
  const outside = error instanceof OutsideError && error.why === 'outside'
  return {
    severity: 'error',
    code: outside ? 'workspace_path_escape' : 'workspace_file_unreadable',
    message: `Tried to read ${relative}: ${error instanceof Error ? error.message : String(error)}.`,
    at: { file: relative },
  }
}

/** UTF-8 with or without BOM; bytes that are not UTF-8 show as replacement characters, never as a crash. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes)
}

import type { Json } from '@contract'
import { collect, Mentions } from './collect.ts'
import { type CompileOptions, compile } from './compile.ts'
import { parseYaml } from './parse-yaml.ts'
import type { Collected, Compiled } from './plan.ts'
import { maxCharacters } from './yaml-file.ts'

/** The values of a workspace.yaml, of any shape and also unknown ones; null for what is no YAML. */
export function readValues(text: string): Json {
  const { doc, errors } = parseYaml(text, maxCharacters)
  if (errors.length > 0) return null
  try {
    return (doc.toJS({ maxAliasCount: 100 }) ?? null) as Json
  } catch {
    return null
  }
}

/** Reads a workspace again and again: what has the same files is not compiled twice. */
export class WorkspaceReader {
  private readonly mentions = new Mentions()
  private last: { key: string; compiled: Compiled } | null = null

  /** `harnesses`: the registered ones, against which `harness` is checked; left out, it is not. */
  constructor(
    readonly folder: string,
    private readonly options: CompileOptions = {},
  ) {}

  /** Stage 1. Throws `workspace_missing`. */
  collect(): Promise<Collected> {
    return collect(this.folder, this.mentions, new Map(), this.options.skillLayers)
  }

  /** Stage 2, from memory when nothing changed. */
  compile(collected: Collected): Compiled {
    const all = [...collected.files.values(), ...collected.layered.map(({ file }) => file)]
    const files = all.map((file) => [file.path, file.sha256])
    const key = JSON.stringify([files, collected.knowledgePaths, collected.problems, [...collected.refused]])
    if (this.last?.key !== key) this.last = { key, compiled: compile(collected, this.options) }
    return this.last.compiled
  }

  /** As it would be with these texts; nothing of it is kept. Throws like `collect`. */
  async readDrafts(
    drafts: ReadonlyMap<string, string>,
  ): Promise<{ collected: Collected; compiled: Compiled }> {
    const collected = await collect(this.folder, new Mentions(), drafts, this.options.skillLayers)
    return { collected, compiled: compile(collected, this.options) }
  }

  async read(): Promise<{ collected: Collected; compiled: Compiled }> {
    const collected = await this.collect()
    return { collected, compiled: this.compile(collected) }
  }
}

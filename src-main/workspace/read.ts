import { collect, Mentions } from './collect.ts'
import { type CompileOptions, compile } from './compile.ts'
import type { Collected, Compiled } from './plan.ts'

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
    return collect(this.folder, this.mentions)
  }

  /** Stage 2, from memory when nothing changed. */
  compile(collected: Collected): Compiled {
    const files = [...collected.files.values()].map((file) => [file.path, file.sha256])
    const key = JSON.stringify([files, collected.knowledgePaths, collected.problems, [...collected.refused]])
    if (this.last?.key !== key) this.last = { key, compiled: compile(collected, this.options) }
    return this.last.compiled
  }

  async read(): Promise<{ collected: Collected; compiled: Compiled }> {
    const collected = await this.collect()
    return { collected, compiled: this.compile(collected) }
  }
}

/** Collects what must be undone, and undoes it once, newest first. A failing end does not keep the others from ending. */
export class Scope {
  private ends: (() => unknown)[] = []
  private closing: Promise<void> | null = null

  get closed(): boolean {
    return this.closing !== null
  }

  /** Registers an end. On a closed scope it runs at once: a late arrival is not leaked, and nobody hears it fail. */
  add(end: () => unknown): () => void {
    if (this.closed) {
      Promise.resolve()
        .then(end)
        .catch(() => {})
      return () => {}
    }
    this.ends.push(end)
    return () => {
      this.ends = this.ends.filter((candidate) => candidate !== end)
    }
  }

  /** Resolves when every end has run; the first error is thrown after all of them. An end must not wait for it. */
  close(): Promise<void> {
    this.closing ??= this.runEnds()
    return this.closing
  }

  private async runEnds(): Promise<void> {
    let first: { error: unknown } | null = null
    for (let end = this.ends.pop(); end; end = this.ends.pop()) {
      try {
        await end()
      } catch (error) {
        first ??= { error }
      }
    }
    if (first) throw first.error
  }
}

/** Tells listeners, in the order they came. A listener that throws does not keep the others from hearing. */
export class Emitter<T> {
  private readonly entries = new Set<{ listener: (value: T) => void }>()

  constructor(private readonly onError: (error: unknown) => void) {}

  /**
   * Returns the way to stop listening, which holds at once. A listener added during `tell` hears from the next one on;
   * one that is added twice hears twice.
   */
  on(listener: (value: T) => void): () => void {
    const entry = { listener }
    this.entries.add(entry)
    return () => {
      this.entries.delete(entry)
    }
  }

  tell(value: T): void {
    for (const entry of [...this.entries]) {
      if (!this.entries.has(entry)) continue
      try {
        entry.listener(value)
      } catch (error) {
        this.onError(error)
      }
    }
  }
}

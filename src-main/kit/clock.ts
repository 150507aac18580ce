/** Time as the rooms see it, so that tests can hold it still. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Milliseconds that only go forward; for durations. */
  elapsed(): number
  /** Calls `work` once after `ms`. Returns the way to cancel. Does not keep the process alive. */
  after(ms: number, work: () => void): () => void
}

/** Node's timers take 32 bits: what is longer (25 days) would fire at once. */
const longestTimer = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, work) {
    let timer: NodeJS.Timeout
    const wait = (left: number) => {
      const next = () => (left > longestTimer ? wait(left - longestTimer) : work())
      timer = setTimeout(next, Math.min(left, longestTimer))
      timer.unref()
    }
    wait(ms)
    return () => clearTimeout(timer)
  },
}

/** A clock that moves only when told to. */
export class FakeClock implements Clock {
  private waiting: { at: number; work: () => void }[] = []
  constructor(private time = 1_700_000_000_000) {}
  now(): number {
    return this.time
  }
  elapsed(): number {
    return this.time
  }
  after(ms: number, work: () => void): () => void {
    const entry = { at: this.time + ms, work }
    this.waiting.push(entry)
    return () => {
      this.waiting = this.waiting.filter((candidate) => candidate !== entry)
    }
  }
  /** Moves on by `ms`, running what falls due in order. */
  pass(ms: number): void {
    const end = this.time + ms
    for (;;) {
      const next = this.waiting.filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.waiting = this.waiting.filter((entry) => entry !== next)
      this.time = next.at
      next.work()
    }
    this.time = end
  }
}

/** Resolves with `work`, or rejects with `onLate()` after `ms`. The work itself is not cancelled. */
export async function withDeadline<T>(
  clock: Clock,
  ms: number,
  work: Promise<T>,
  onLate: () => Error,
): Promise<T> {
  let cancel = () => {}
  const late = new Promise<never>((_, reject) => {
    cancel = clock.after(ms, () => reject(onLate()))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    cancel()
  }
}

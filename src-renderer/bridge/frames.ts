import type { Envelope } from '@contract'

export interface Frames {
  /** Calls `work` before the next paint, or soon when nothing is painted (a hidden window). */
  request(work: () => void): void
}

export const paintFrames: Frames = {
  request(work) {
    let done = false
    const once = () => {
      if (done) return
      done = true
      work()
    }
    requestAnimationFrame(once)
    setTimeout(once, 60)
  },
}

/** Collects envelopes and hands them on together, once per frame. */
export function batchPerFrame(
  frames: Frames,
  deliver: (batch: Envelope[]) => void,
): (more: Envelope[]) => void {
  let waiting: Envelope[] = []
  return (more) => {
    if (more.length === 0) return
    const isFirst = waiting.length === 0
    waiting.push(...more)
    if (!isFirst) return
    frames.request(() => {
      const batch = waiting
      waiting = []
      deliver(batch)
    })
  }
}

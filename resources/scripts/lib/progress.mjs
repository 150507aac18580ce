const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/**
 * Numbered steps as plain lines, readable in a terminal and in a log alike:
 * `[2/5] Electron runtime: unpacking (4.1 s)`.
 */
export function progress(total, write = (line) => console.log(line)) {
  let number = 0
  /** Runs one step. `work` gets `note`, which prints a line at once, and returns the closing words. */
  return async function step(title, work) {
    const label = `[${++number}/${total}] ${title}`
    const since = performance.now()
    const note = (text) => write(`${label}: ${text} (${seconds(since)})`)
    const { says, value } = await work(note)
    note(says)
    return value
  }
}

/** Prints a line every few seconds while something silent runs, so a wait never looks like a hang. */
export async function withHeartbeat(note, text, promise, measure = () => '') {
  note(text)
  const timer = setInterval(() => note(`still ${text}${measure()}`), 5000)
  try {
    return await promise
  } finally {
    clearInterval(timer)
  }
}

/** An expected end: its message is for the reader, a stack trace would only hide it. */
export class Stop extends Error {
  /** @param {string} message what was tried and what happened  @param {{hint?: string, output?: string}} [more] */
  constructor(message, { hint, output } = {}) {
    super(message)
    this.hint = hint
    this.output = output
  }
}

/** Runs a script's main function; its number becomes the exit code. */
export async function main(run) {
  try {
    process.exitCode = (await run()) ?? 0
  } catch (error) {
    process.exitCode = 1
    if (!(error instanceof Stop)) return console.error(error)
    if (error.output?.trim()) console.error(error.output.trimEnd())
    console.error(`\nerror: ${error.message}`)
    if (error.hint) console.error(`what to do: ${error.hint}`)
  }
}

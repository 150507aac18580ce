/** It may not be started now: something of it is not as the operator granted it. The message says what, in words. */
export class ChangedError extends Error {
  override readonly name = 'ChangedError'
}

/** Asked right before a start: a string is why not. */
export type MayStart = () => Promise<string | null>

/** Throws ChangedError when it may not be started. */
export async function checkStart(port: { mayStart?: MayStart }): Promise<void> {
  const why = (await port.mayStart?.()) ?? null
  if (why !== null) throw new ChangedError(why)
}

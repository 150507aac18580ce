import type { Fault, Reply } from '@contract'

/** A Fault on its way up inside one room. Between rooms it travels as a value. */
export class FaultError extends Error {
  override readonly name = 'FaultError'
  constructor(
    readonly fault: Fault,
    options?: { cause?: unknown },
  ) {
    super(`${fault.code}: ${fault.message}`, options)
  }
}

type FaultParts = Omit<Fault, 'retry'> & { retry?: Fault['retry'] }

/** A Fault; `retry` is `no` unless said. */
export function fault(parts: FaultParts): Fault {
  return { retry: 'no', ...parts }
}

/** `throw raise({...})` inside a room. */
export function raise(parts: FaultParts, cause?: unknown): FaultError {
  return new FaultError(fault(parts), { cause })
}

/** What to say about anything that was thrown. Unknown errors are ours: owner `bug`, with the error's own words. */
export function faultOf(thrown: unknown, fallback?: Partial<Fault>): Fault {
  if (thrown instanceof FaultError) return thrown.fault
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return { owner: 'bug', code: 'unexpected', message, retry: 'no', ...fallback }
}

export function ok<T>(value: T): Reply<T> {
  return { ok: true, value }
}

export function failed<T = never>(parts: FaultParts): Reply<T> {
  return { ok: false, fault: fault(parts) }
}

/** The value of a Reply, or its fault thrown: for callers that have nothing else to do with it. */
export function valueOf<T>(reply: Reply<T>): T {
  if (reply.ok) return reply.value
  throw new FaultError(reply.fault)
}

/** Runs `work` and turns what it throws into a Reply. */
export async function reply<T>(work: () => T | Promise<T>): Promise<Reply<T>> {
  try {
    return ok(await work())
  } catch (thrown) {
    return { ok: false, fault: faultOf(thrown) }
  }
}

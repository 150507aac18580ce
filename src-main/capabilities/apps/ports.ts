import { createServer } from 'node:net'

const first = 38_100
const last = 38_999

export interface PortLedger {
  /** The port this app had before, or null. */
  kept(role: string): number | null
  taken(): Set<number>
  keep(role: string, port: number): void
}

let lastLease: Promise<unknown> = Promise.resolve()

/**
 * A free port on loopback: the one it had, the one it prefers, else the next of our range. Kept for next time. One
 * lease at a time: two apps that start together do not find the same port free.
 */
export function leasePort(
  ledger: PortLedger,
  role: string,
  preferred: number | null,
  avoid: number[],
): Promise<number> {
  const lease = lastLease.then(() => findPort(ledger, role, preferred, avoid))
  lastLease = lease.catch(() => {})
  return lease
}

async function findPort(
  ledger: PortLedger,
  role: string,
  preferred: number | null,
  avoid: number[],
): Promise<number> {
  const kept = ledger.kept(role)
  const taken = ledger.taken()
  const candidates = [
    ...(kept === null ? [] : [kept]),
    ...(preferred === null || taken.has(preferred) ? [] : [preferred]),
    ...range(taken),
  ]
  for (const port of candidates) {
    if (avoid.includes(port) || !(await isFree(port))) continue
    if (port !== kept) ledger.keep(role, port)
    return port
  }
  throw new Error(`no free port between ${first} and ${last}`)
}

function* range(taken: Set<number>): Generator<number> {
  for (let port = first; port <= last; port++) if (!taken.has(port)) yield port
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}

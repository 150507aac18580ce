import type { Clock } from '../../kit/index.ts'

/** True when the address answers with success within two seconds. */
export async function isHealthy(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}

/** Asks on the interval and tells each answer, until it is told to stop. */
export function watchHealth(
  clock: Clock,
  intervalMs: number,
  url: string,
  tell: (healthy: boolean) => void,
): () => void {
  let stopped = false
  let cancel = () => {}
  const next = () => {
    cancel = clock.after(intervalMs, () => void ask())
  }
  const ask = async () => {
    const healthy = await isHealthy(url)
    if (stopped) return
    tell(healthy)
    next()
  }
  next()
  return () => {
    stopped = true
    cancel()
  }
}

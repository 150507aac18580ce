/** One line of the result: what was measured, in which unit, and the number. */
export interface Figure {
  name: string
  unit: 'events/s' | 'ms' | 'ratio'
  value: number
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: number[]) => percentile(values, 0.5)

/** Milliseconds that `work` took. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export function table(figures: Figure[]): string {
  const width = Math.max(...figures.map((figure) => figure.name.length))
  return figures
    .map(({ name, unit, value }) => `${name.padEnd(width)}  ${format(value).padStart(10)} ${unit}`)
    .join('\n')
}

const format = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2))

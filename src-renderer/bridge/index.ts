/** The only room that touches the bridge: calls, order, repair of gaps, loading. */
export { createLink, type Link } from './link.ts'
export { notify } from './loads.ts'

/** The in-memory bridge, for tests and for looking at the window without main; its code is loaded on demand. */
export async function openFake(scenario: string) {
  const { createFake, isScenario } = await import('./fake/index.ts')
  return createFake({ scenario: isScenario(scenario) ? scenario : 'busy', latency: 12 })
}

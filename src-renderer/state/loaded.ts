import type { Fault } from '@contract'

/** Something that has to be asked for. `ready` with `refreshing` keeps the old value on screen meanwhile. */
export type Loaded<T> =
  | { kind: 'idle' }
  | { kind: 'loading' }
  | { kind: 'ready'; value: T }
  | { kind: 'error'; fault: Fault }

export const idle: Loaded<never> = { kind: 'idle' }
export const loading: Loaded<never> = { kind: 'loading' }

export function ready<T>(value: T): Loaded<T> {
  return { kind: 'ready', value }
}

export function failed(fault: Fault): Loaded<never> {
  return { kind: 'error', fault }
}

export function valueOf<T>(loaded: Loaded<T> | undefined): T | null {
  return loaded?.kind === 'ready' ? loaded.value : null
}

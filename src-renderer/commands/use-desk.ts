import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useSyncExternalStore,
} from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import { type Nouns, type Stores, select } from '../state/index.ts'
import { attempt, type Can, type Command, type Desk } from './command.ts'

const DeskContext = createContext<Desk | null>(null)

export function DeskProvider({ desk, children }: { desk: Desk; children: ReactNode }) {
  return createElement(DeskContext.Provider, { value: desk }, children)
}

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('A part was rendered outside of the DeskProvider')
  return desk
}

/** A piece of one store; renders again when that piece is another. */
export function useFrom<N extends keyof Nouns, T>(noun: N, pick: (state: Nouns[N]) => T): T {
  const { stores } = useDesk()
  const store: StoreApi<Nouns[N]> = stores[noun]
  return useStore(store, pick)
}

/** An answer that reads several stores. It must be a primitive or a stable object. */
export function useSelect<T>(ask: (stores: Stores) => T): T {
  const { stores } = useDesk()
  const subscribe = useCallback(
    (listen: () => void) => {
      const stops = Object.values(stores).map((store: Pick<StoreApi<unknown>, 'subscribe'>) =>
        store.subscribe(listen),
      )
      return () => {
        for (const stop of stops) stop()
      }
    },
    [stores],
  )
  return useSyncExternalStore(subscribe, () => ask(stores))
}

/** A verb for a button: whether it may run, or why not, and how. */
export function useCommand<A>(command: Command<A>, arg: A): { can: Can; run: () => void } {
  const desk = useDesk()
  const can = useSelect((stores) => command.canRun(stores, arg))
  return { can, run: () => void attempt(desk, command, arg) }
}

export const useCurrentRun = () => useSelect(select.currentRun)
export const useCurrentWorkspace = () => useSelect(select.currentWorkspace)

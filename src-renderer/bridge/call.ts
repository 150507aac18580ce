import type { Input, OperationName, OperatorBridge, Reply, Value } from '@contract'

export type Call = <N extends OperationName>(name: N, input: Input<N>) => Promise<Reply<Value<N>>>

/** The door answers faults as values; only a door that is gone rejects. Both look the same from here on. */
export function callThrough(bridge: OperatorBridge): Call {
  return async (name, input) => {
    try {
      return await bridge.call(name, input)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      return {
        ok: false,
        fault: { owner: 'bug', code: 'door_lost', message: `${name} got no answer: ${reason}`, retry: 'now' },
      }
    }
  }
}

import type { Reply } from './fault.ts'
import type { Input, OperationName, Value } from './operations.ts'
import type { Envelope } from './streams.ts'

/** The two channels of the door: one for calls, one for pushes. */
export const callChannel = 'operator:call'
export const pushChannel = 'operator:push'

/** What the preload puts at `window.operator`: nothing but calls by name and pushed envelopes. */
export interface OperatorBridge {
  call<N extends OperationName>(name: N, input: Input<N>): Promise<Reply<Value<N>>>
  /** `listen` is called once per frame at most, with envelopes in the order of the log. Returns the way to stop. */
  onPush(listen: (envelopes: Envelope[]) => void): () => void
}

import type { HarnessRequest } from '@contract'
import type { HostEnd, HostEvent, ToolWish, WishAnswer } from './port.ts'

/** One JSON message a line, both ways. Main to host on stdin, host to main on stdout; secrets once on fd 3. */
export type ToHost =
  | { type: 'start'; request: HarnessRequest }
  | { type: 'answer'; callId: string; answer: WishAnswer }
  | { type: 'cancel' }

export type FromHost =
  | { type: 'ready'; materialized: string[] }
  | { type: 'event'; event: HostEvent }
  | { type: 'wish'; wish: ToolWish }
  | { type: 'refused'; wish: ToolWish; why: string }
  | { type: 'end'; end: HostEnd }

/** The boundary to agent executors: their list, and how one is started in a process of its own. */
import { loop } from './loop/adapter.ts'
import type { Harness } from './port.ts'
import { rehearsal } from './rehearsal/adapter.ts'

export const harnesses: Harness[] = [loop, rehearsal]
export type {
  Harness,
  HarnessRun,
  HostEnd,
  HostEvent,
  ToolWish,
  WishAnswer,
} from './port.ts'
export { type HostRuntime, startHarness } from './start.ts'

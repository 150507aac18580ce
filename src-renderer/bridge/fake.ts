/** For tests: the in-memory bridge. */
export { createFake, type FakeBridge } from './fake/index.ts'

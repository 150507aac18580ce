/** The commands of the headless product: the same rooms, without a window. */
export { parseCommand, UsageError, usage } from './arguments.ts'
export { compileCommand } from './compile.ts'
export { eventsCommand } from './events.ts'
export { exit, exitCodeOf, faultText } from './exit.ts'
export { givenCommand } from './given.ts'
export { compileLive } from './live.ts'
export { runCommand, type Terminal } from './run.ts'
export { whyCommand } from './why.ts'

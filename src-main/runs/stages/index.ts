/** From workspace to run package: six functions, each with its own result and its own failures. */
export { collectStage, compileStage } from './author.ts'
export { contextStage, readSession, readSessionNow } from './context.ts'
export { launchStage } from './launch.ts'
export type { Prepared, Projected, StageContext } from './port.ts'
export { prepareStage } from './prepare.ts'
export { projectStage } from './project.ts'

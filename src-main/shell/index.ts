/** Everything that is Electron: windows, views, protocols, the door. */
export { startShell } from './start.ts'

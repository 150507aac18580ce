/** The frame of the window: start, dock, list, run column. */
export { openWindow } from './open-window.tsx'

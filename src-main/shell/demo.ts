import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { isTerminal, type RunEvent, stateAfter } from '@contract'
import { pictureOf } from './picture.ts'
import type { OperatorPort } from './port.ts'
import type { OperatorWindow } from './window.ts'

const runLimitMs = 90_000

/**
 * The smoke test of the built app: presses Enter in the composer as a person would, waits for the rehearsal to end,
 * and saves a picture of the whole window. Throws with what was missing.
 */
export async function playDemo(opened: OperatorWindow, operator: OperatorPort, file: string): Promise<void> {
  const ended = runEnd(operator)
  await untilReady(opened)
  const { webContents } = opened.window
  webContents.focus()
  webContents.sendInputEvent({ type: 'keyDown', keyCode: 'Return' })
  webContents.sendInputEvent({ type: 'char', keyCode: 'Return' })
  webContents.sendInputEvent({ type: 'keyUp', keyCode: 'Return' })
  const state = await Promise.race([ended, pause(runLimitMs, 'no end within 90 s')])
  if (state !== 'completed') throw new Error(`the rehearsal ended as: ${state}`)
  await pause(1500) // what the last events changed is on the screen by then
  await writeFile(file, (await pictureOf(opened)).toPNG())
}

/** The composer holds the sample's instruction; it then has the focus, as after a click into it. */
async function untilReady({ window }: OperatorWindow): Promise<void> {
  const ready = `(() => {
    const composer = document.querySelector('textarea')
    composer?.focus()
    return Boolean(composer?.value) && document.activeElement === composer
  })()`
  for (let tries = 0; tries < 300; tries++) {
    if (await window.webContents.executeJavaScript(ready)) return
    await pause(100)
  }
  throw new Error('the composer never held the instruction of the sample')
}

function runEnd(operator: OperatorPort): Promise<string> {
  return new Promise((resolve) => {
    const stop = operator.onEnvelopes((envelopes) => {
      for (const { event } of envelopes) {
        if (!event.type.startsWith('run.')) continue
        const state = stateAfter('running', event as RunEvent)
        if (!isTerminal(state)) continue
        stop()
        resolve(event.type === 'run.failed' ? `failed: ${event.fault.message}` : state)
      }
    })
  })
}

import type { GivenView } from '@contract'
import { faultOf } from '../kit/index.ts'
import { givenOf } from '../runs/index.ts'
import { Store } from '../store/index.ts'
import type { Command } from './arguments.ts'
import { sessionOf } from './events.ts'
import { exit, exitCodeOf, faultText } from './exit.ts'

/** `signalbox why DIR --run RUN`: what that run was given to work with and what not; beside whoever writes. */
export async function givenCommand(
  dataFolder: string,
  command: Extract<Command, { name: 'given' }>,
  out: (text: string) => void,
): Promise<number> {
  let store: Store | null = null
  try {
    store = Store.openToRead(dataFolder)
    await sessionOf(store, command)
    const given = await givenOf(store, command.runId)
    out(command.json ? JSON.stringify(given) : textOf(given))
    return exit.done
  } catch (error) {
    const what = faultOf(error)
    out(command.json ? JSON.stringify({ fault: what }) : faultText(what))
    return exitCodeOf(what)
  } finally {
    store?.close()
  }
}

function textOf(given: GivenView): string {
  const lines = [
    ...given.continuity.map(({ instruction, kept, dropped, why }) =>
      why === null
        ? `earlier  "${short(instruction)}": ${kept} messages told again`
        : `earlier  "${short(instruction)}": ${dropped} messages left out, ${why}`,
    ),
    ...given.sections.map(({ title, tokens }) => `prompt   ${title} (about ${tokens} tokens)`),
    ...given.cutResults.map(
      (cut) => `cut      ${cut.toolId} answered ${cut.bytes} bytes; the model got about ${cut.given} of them`,
    ),
    ...given.refused.map((call) => `refused  ${call.toolId}: ${call.reason}, ${call.detail}`),
    ...given.unassociated.map(
      (call) => `loose    ${call.toolId} changed something, and no output is tied to it`,
    ),
  ]
  return lines.length > 0 ? lines.join('\n') : 'It was given nothing but its instruction.'
}

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text).replace(/\s+/g, ' ')

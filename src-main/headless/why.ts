import { realpath } from 'node:fs/promises'
import type { SessionKind } from '@contract'
import { faultOf } from '../kit/index.ts'
import { readerFor, type WhyAnswer, whyTool } from '../runs/index.ts'
import { Store } from '../store/index.ts'
import { exit, exitCodeOf, faultText } from './exit.ts'

/** `signalbox why`: may the agent call this tool, and if not, why; from the files alone, starting nothing. */
export async function whyCommand(
  dataFolder: string,
  command: { folder: string; toolId: string; kind: SessionKind; json: boolean },
  out: (text: string) => void,
): Promise<number> {
  const { folder, toolId, kind, json } = command
  try {
    const { compiled } = await readerFor(folder, dataFolder).read()
    if (!compiled.plan) {
      const first = compiled.diagnostics.find((diagnostic) => diagnostic.severity === 'error')
      const message = `${folder} does not compile, so nothing can be called: ${first?.message ?? 'it has errors'}`
      if (json)
        out(
          JSON.stringify({
            toolId,
            sessionKind: kind,
            callable: 'no',
            reason: 'not_resolved',
            detail: message,
          }),
        )
      else out(message)
      return exit.authored
    }
    const answer = whyTool(compiled.plan, kind, toolId, await listingsOf(folder, dataFolder))
    out(json ? JSON.stringify(answer) : sentence(answer))
    return exit.done
  } catch (error) {
    const what = faultOf(error)
    out(json ? JSON.stringify({ fault: what }) : faultText(what))
    return exitCodeOf(what)
  }
}

/** What its servers listed when they were last asked; nothing where there is no data folder yet, or it cannot be read. */
async function listingsOf(folder: string, dataFolder: string) {
  let store: Store | null = null
  try {
    store = Store.openToRead(dataFolder)
    const workspace = store.workspaces.byPath(await realpath(folder))
    return workspace ? store.listings.of(workspace.id) : []
  } catch {
    return []
  } finally {
    store?.close()
  }
}

function sentence({ toolId, sessionKind, callable, reason, detail }: WhyAnswer): string {
  const verdict = { yes: 'can be called', no: 'cannot be called', maybe: 'may be callable' }[callable]
  return `${toolId} ${verdict} in ${/^[aeiou]/.test(sessionKind) ? 'an' : 'a'} ${sessionKind} session: ${detail}${reason ? ` [${reason}]` : ''}`
}

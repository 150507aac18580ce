import type { SessionKind } from '@contract'
import { faultOf } from '../kit/index.ts'
import { readerFor, type WhyAnswer, whyTool } from '../runs/index.ts'
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
    const answer = whyTool(compiled.plan, kind, toolId)
    out(json ? JSON.stringify(answer) : sentence(answer))
    return exit.done
  } catch (error) {
    const what = faultOf(error)
    out(json ? JSON.stringify({ fault: what }) : faultText(what))
    return exitCodeOf(what)
  }
}

function sentence({ toolId, sessionKind, callable, reason, detail }: WhyAnswer): string {
  const verdict = { yes: 'can be called', no: 'cannot be called', maybe: 'may be callable' }[callable]
  return `${toolId} ${verdict} in a ${sessionKind} session: ${detail}${reason ? ` [${reason}]` : ''}`
}

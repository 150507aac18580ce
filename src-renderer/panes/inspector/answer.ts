import type { AbsentTool, CompiledRun, PackagedTool } from '@contract'
import { words } from '../../state/index.ts'

const say = words.inspector.tools

export interface Answer {
  tone: 'can' | 'cannot' | 'several'
  text: string
}

const includes = (wanted: string) => (tool: { id: string; alias?: string }) =>
  tool.id.toLowerCase().includes(wanted) || tool.alias?.toLowerCase().includes(wanted) === true
const isExactly = (wanted: string) => (tool: { id: string; alias?: string }) =>
  tool.id.toLowerCase() === wanted || tool.alias?.toLowerCase() === wanted

export function matching(run: CompiledRun, text: string): { tools: PackagedTool[]; absent: AbsentTool[] } {
  const wanted = text.trim().toLowerCase()
  const { tools, manifest } = run
  if (wanted === '') return { tools, absent: manifest.absent }
  return { tools: tools.filter(includes(wanted)), absent: manifest.absent.filter(includes(wanted)) }
}

/** "Why can't it call X?" in one sentence, from the manifest alone. Null where nothing was asked. */
export function answer(run: CompiledRun, text: string): Answer | null {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return null
  const { tools, absent } = matching(run, wanted)
  const only = tools.length + absent.length === 1
  const tool = tools.find(isExactly(wanted)) ?? (only ? tools[0] : undefined)
  if (tool) return { tone: 'can', text: say.can(tool.id, tool.alias) }
  const away = absent.find(isExactly(wanted)) ?? (only ? absent[0] : undefined)
  if (away) return { tone: 'cannot', text: say.cannot(away.id, say.reasons[away.reason].why, away.detail) }
  if (tools.length + absent.length > 0)
    return { tone: 'several', text: say.several(tools.length, absent.length) }
  return { tone: 'cannot', text: unknown(run, text.trim()) }
}

/** A name nobody knows may still begin with a server or an app that was not there to offer it. */
function unknown({ manifest }: CompiledRun, text: string): string {
  const [owner] = text.split('.')
  const found = [...manifest.servers, ...manifest.apps].find(({ id }) => id === owner && text !== owner)
  return found
    ? say.unknownOf(text, found.id, words.capability.states[found.state].toLowerCase())
    : say.unknown(text)
}

import path from 'node:path'
import { foldName } from '../kit/index.ts'
import type { WorkspacePlan } from '../workspace/index.ts'

const folders = ['apps/', 'skills/', 'subagents/', '.git/', '.signalbox/']
const files = [
  'workspace.yaml',
  'AGENTS.md',
  'ONBOARD.md',
  '.mcp.json',
  'tools.json',
  'knowledge/KNOWLEDGE.md',
]

/** Files of the workspace that its servers are started with: code that the next run trusts. */
export function startedFiles(plan: WorkspacePlan): string[] {
  return plan.servers.flatMap((server) =>
    server.kind === 'local' ? server.command.map((word) => path.posix.normalize(word)) : [],
  )
}

/**
 * Why an agent may not write this path, or null. Control files decide what later runs may do; until there is a way to
 * ask the operator, writing them is refused. `covers`: files that a server, app or command stands on.
 */
export function controlFileRefusal(
  path: string,
  authored: string[],
  covers: (file: string) => boolean = () => false,
): string | null {
  const plain = path.replace(/^\.\//, '')
  const folded = foldName(plain)
  if (folders.some((folder) => folded.startsWith(folder)))
    return `${plain.slice(0, plain.indexOf('/'))}/ holds control files`
  const control = [...files, ...authored].some((file) => foldName(file) === folded)
  if (control) return 'it is a control file'
  return covers(plain) ? 'it is part of what the operator trusted to be started' : null
}

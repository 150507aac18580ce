const folders = ['apps/', 'skills/', 'subagents/', '.git/', '.signalbox/']
const files = new Set(['workspace.yaml', 'AGENTS.md', 'ONBOARD.md', '.mcp.json', 'tools.json'])

/**
 * Why an agent may not write this path, or null. Control files decide what later runs may do; until there is a way to
 * ask the operator, writing them is refused.
 */
export function controlFileRefusal(path: string, authored: string[]): string | null {
  const plain = path.replace(/^\.\//, '').normalize('NFC')
  const folded = plain.toLowerCase()
  if (folders.some((folder) => folded.startsWith(folder)))
    return `${plain.slice(0, plain.indexOf('/'))}/ holds control files`
  const control = files.has(plain) || [...files, ...authored].some((file) => file.toLowerCase() === folded)
  return control ? 'it is a control file' : null
}

import { createRequire } from 'node:module'

const { floors } = createRequire(import.meta.url)('./table.cjs')

const START = '<!-- rooms:start -->'
const END = '<!-- rooms:end -->'

/**
 * A mermaid picture of which room really imports which. Left out because everybody has them: kit, the contract, and
 * what the wiring (index.ts, cli.ts, app) brings together.
 */
export function roomDiagram(modules) {
  const edges = roomEdges(modules)
  // The table also knows rooms that are yet to be built.
  const built = new Set(modules.map(({ source }) => roomOf(source)))
  const lines = ['```mermaid', 'flowchart TD']
  for (const [floor, rows] of Object.entries(floors)) {
    lines.push(`  subgraph ${id(floor)}["${floor}"]`)
    for (const { room } of rows) {
      if (built.has(`${floor}/${room}`)) lines.push(`    ${id(`${floor}/${room}`)}["${room}"]`)
    }
    lines.push('  end')
  }
  lines.push('  contract{{"@contract"}}')
  for (const [edge, runtime] of [...edges].sort()) {
    const [from, to] = edge.split(' ')
    lines.push(`  ${id(from)} ${runtime ? '-->' : '-.->'} ${id(to)}`)
  }
  for (const floor of Object.keys(floors)) lines.push(`  ${id(floor)} --> contract`)
  lines.push('```', '', 'Solid: imports at run time. Dotted: types only. Every room of main may use `kit`.')
  return lines.join('\n')
}

/** "from to" -> whether anything but types is imported. */
function roomEdges(modules) {
  const edges = new Map()
  for (const { source, dependencies } of modules) {
    const from = roomOf(source)
    if (!from || from === 'src-renderer/app' || /\.test\.tsx?$/.test(source)) continue
    for (const { resolved, dependencyTypes } of dependencies) {
      const to = roomOf(resolved)
      if (!to || to === from || to === 'src-main/kit') continue
      const edge = `${from} ${to}`
      edges.set(edge, edges.get(edge) || !dependencyTypes.includes('type-only'))
    }
  }
  return edges
}

const roomOf = (file) => /^(src-(?:main|renderer)\/[^/]+)\//.exec(file)?.[1]
const id = (name) => name.replaceAll(/[^a-z]+/g, '_')

/** The README with the picture between its markers; undefined when it has no markers. */
export function withDiagram(readme, diagram) {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)]
  if (start < 0 || end < start) return undefined
  return `${readme.slice(0, start + START.length)}\n${diagram}\n${readme.slice(end)}`
}

export const markers = `${START} and ${END}`

import fs from 'node:fs'
import path from 'node:path'
import { root } from '../lib/paths.mjs'

const FLOORS = ['src-main', 'src-preload', 'src-renderer']

/**
 * Reads every import of the three floors and checks them against the table of rooms.
 * @returns {Promise<{modules: object[], violations: object[], forbidden: object[]}>} as dependency-cruiser has them
 */
export async function cruiseRooms(base = root) {
  const { default: readConfig } = await import('dependency-cruiser/config-utl/extract-depcruise-config')
  const { forbidden, options } = await readConfig(path.join(root, '.dependency-cruiser.cjs'))
  const floors = FLOORS.filter((floor) => fs.existsSync(path.join(base, floor)))
  if (floors.length === 0) return { modules: [], violations: [], forbidden }
  const before = process.cwd()
  process.chdir(base) // aliases of a tsconfig are resolved from the current directory, whatever baseDir says
  try {
    return { ...(await cruiseHere(floors, forbidden, options)), forbidden }
  } finally {
    process.chdir(before)
  }
}

async function cruiseHere(floors, forbidden, options) {
  const { cruise } = await import('dependency-cruiser')
  const { default: readTsConfig } = await import('dependency-cruiser/config-utl/extract-ts-config')
  const settings = { ...options, ruleSet: { forbidden }, validate: true }
  const tsConfig = readTsConfig(options.tsConfig.fileName)
  const { output } = await cruise(floors, settings, options.enhancedResolveOptions, { tsConfig })
  return { modules: output.modules, violations: output.summary.violations }
}

/** Each violation in two lines: who imports what, and the rule in words. An unknown room is told once, not per import. */
export function describeViolations(violations, forbidden) {
  const lines = violations.map(({ from, rule, ...rest }) =>
    rule.name === 'room-unknown'
      ? describeViolation({ from: path.dirname(from), rule, to: '(everything)' }, forbidden)
      : describeViolation({ from, rule, ...rest }, forbidden),
  )
  return [...new Set(lines)]
}

function describeViolation({ from, to, rule, cycle, via }, forbidden) {
  const words = forbidden.find(({ name }) => name === rule.name)?.comment ?? ''
  const way = (cycle ?? via)?.map((step) => step.name ?? step).join(' -> ')
  return `${from} -> ${way ?? to}\n    ${rule.name}: ${words}`
}

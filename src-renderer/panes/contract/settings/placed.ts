import type { Diagnostic, Json } from '@contract'
import { yamlPaths } from '../../../ui/index.ts'
import { isMapping, type Path, valueAt } from '../json.ts'

export interface Placed {
  finding: Diagnostic
  /** Which value it is about; null: its line begins none. */
  path: Path | null
}

export function placed(text: string, findings: Diagnostic[], file: string): Placed[] {
  const paths = yamlPaths(text)
  return findings
    .filter(({ at }) => at.file === file)
    .map((finding) => ({ finding, path: finding.at.line ? (paths[finding.at.line - 1] ?? null) : null }))
}

const startsWith = (path: Path, start: Path) => start.every((key, at) => path[at] === key)

/** What is said of a value or of anything in it; the worst first. */
export function foundAt(all: Placed[], path: Path): Diagnostic[] {
  return all
    .filter((one) => one.path !== null && startsWith(one.path, path))
    .map(({ finding }) => finding)
    .sort((one, other) => rank[one.severity] - rank[other.severity])
}

const rank = { error: 0, warning: 1, info: 2 }

/** Places of the text that a field of the form stands for; findings of any other place are listed above it. */
function formPaths(values: Json): Path[] {
  const servers = valueAt(values, ['mcp_registry', 'servers'])
  const apps = valueAt(values, ['applications'])
  return [
    ['name'],
    ['agents', 'id'],
    ['agents', 'model'],
    ['agents', 'role'],
    ['harness'],
    ['prompt', 'include'],
    ['plans', 'dir'],
    ...(isMapping(servers) ? Object.keys(servers).map((id) => ['mcp_registry', 'servers', id]) : []),
    ...(Array.isArray(apps) ? apps.map((_, at) => ['applications', at]) : []),
  ]
}

const isUnknown = ({ code }: Diagnostic) =>
  code === 'workspace_key_unknown' || code === 'workspace_key_not_enforced'

/** Keys that are kept and change nothing, by their path in words. */
export function keptKeys(all: Placed[]): string[] {
  return all.flatMap(({ finding, path }) => (isUnknown(finding) && path ? [path.join('.')] : []))
}

export function elsewhere(all: Placed[], values: Json): Diagnostic[] {
  const shown = formPaths(values)
  return all
    .filter(({ finding, path }) => !isUnknown(finding) && !shown.some((one) => path && startsWith(path, one)))
    .map(({ finding }) => finding)
}

import { checkRelative } from '../kit/index.ts'
import { keyOf } from './collect.ts'
import type { AuthoredFile, Collected } from './plan.ts'
import type { YamlFile } from './yaml-file.ts'

interface Reference {
  path: string
  /** Where it is named: there it is said what is wrong. */
  node: unknown
  collected: Collected
  /** The code for a file that is not there. */
  absent: string
}

/** The collected file that workspace.yaml names by a path. Reports one that leads out, cannot be read or is not there. */
export function fileAt(yaml: YamlFile, { path, node, collected, absent }: Reference): AuthoredFile | null {
  try {
    checkRelative(path)
  } catch (error) {
    yaml.report('workspace_path_escape', `${error instanceof Error ? error.message : error}.`, node)
    return null
  }
  const file = collected.files.get(keyOf(path))
  if (file) return file
  const refused = collected.refused.get(keyOf(path))
  yaml.report(refused?.code ?? absent, refused?.message ?? `The file ${path} is not there.`, node)
  return null
}

import path from 'node:path'
import { harnesses } from '../harness/index.ts'
import { WorkspaceReader } from '../workspace/index.ts'

/** Reads a workspace as runs do: against the harnesses there are, with the operator's own skills below the workspace's. */
export function readerFor(folder: string, dataFolder: string): WorkspaceReader {
  return new WorkspaceReader(folder, {
    harnesses: harnesses.map(({ id }) => id),
    skillLayers: [{ name: 'operator', folder: path.join(dataFolder, 'skills') }],
  })
}

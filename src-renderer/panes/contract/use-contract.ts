import type { AuthoringPreview, ConfigEdit, ContractEffect, Fault, Json, WorkspaceId } from '@contract'
import { useEffect, useRef, useState } from 'react'
import { editConfigBy, isPreviewed, previewFile, useDesk, useFrom } from '../../commands/index.ts'
import { keyIn, type Loaded, valueOf } from '../../state/index.ts'

export const config = 'workspace.yaml'

/** How long typing rests before its meaning is asked for, in milliseconds. */
const rest = 250

/** Keeps the preview of a file in step with its draft, and with the disk while there is none. */
export function useFreshPreview(workspaceId: WorkspaceId, path: string, visible: boolean): void {
  const desk = useDesk()
  const key = keyIn(workspaceId, path)
  const text = useFrom('files', ({ drafts }) => drafts[key]?.text)
  const view = useFrom('workspaces', ({ views }) => views[workspaceId])
  const seen = useRef(view)
  useEffect(() => {
    if (!visible) return
    const isChanged = seen.current !== view
    seen.current = view
    if (!isChanged && isPreviewed(desk.stores, workspaceId, path)) return
    const timer = setTimeout(() => void previewFile(desk, workspaceId, path), text === undefined ? 0 : rest)
    return () => clearTimeout(timer)
  }, [desk, workspaceId, path, text, view, visible])
}

export function usePreview(workspaceId: WorkspaceId, path = config): Loaded<AuthoringPreview> | undefined {
  return useFrom('contract', ({ previews }) => previews[keyIn(workspaceId, path)])
}

/** The effect of workspace.yaml; while the text does not compile, the last one that did. */
export function useEffectOf(workspaceId: WorkspaceId): { effect: ContractEffect | null; isStale: boolean } {
  const preview = valueOf(usePreview(workspaceId))
  const last = useRef<ContractEffect | null>(null)
  if (preview?.effect) last.current = preview.effect
  return { effect: last.current, isStale: preview !== null && !preview.effect && last.current !== null }
}

/** Edits of the form, one after the other; what stood in the way of the last one. */
export function useEdit(workspaceId: WorkspaceId): {
  /** Answers once it is made, or was refused. */
  edit: (make: (values: Json) => ConfigEdit[]) => Promise<void>
  fault: Fault | null
} {
  const desk = useDesk()
  const [fault, setFault] = useState<Fault | null>(null)
  return {
    fault,
    edit: (make) => editConfigBy(desk, workspaceId, make).then(setFault),
  }
}

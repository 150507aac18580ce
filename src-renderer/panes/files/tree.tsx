import type { FileEntry, WorkspaceId } from '@contract'
import { ChevronRight, File, Folder, FolderOpen, Link2 } from 'lucide-react'
import { type KeyboardEvent, useMemo } from 'react'
import { useCurrentRun, useDesk, useFrom, verbs } from '../../commands/index.ts'
import { keyIn, type Loaded, words } from '../../state/index.ts'
import { EmptyState, reveal, Skeleton } from '../../ui/index.ts'
import { FaultState } from '../fault-state.tsx'
import styles from './files.module.css'
import { useDiagnostics } from './use-diagnostics.ts'

interface TreeLine {
  entry: FileEntry
  depth: number
  open: boolean
}

/** The visible lines: only folders that were opened are known, so a huge folder elsewhere costs nothing. */
function linesOf(
  id: WorkspaceId,
  folders: Record<string, Loaded<FileEntry[]>>,
  expanded: string[],
): TreeLine[] {
  const open = new Set(expanded)
  const walk = (path: string, depth: number): TreeLine[] => {
    const folder = folders[keyIn(id, path)]
    if (folder?.kind !== 'ready') return []
    return folder.value.flatMap((entry) => {
      const isOpen = entry.kind === 'folder' && open.has(entry.path)
      return [{ entry, depth, open: isOpen }, ...(isOpen ? walk(entry.path, depth + 1) : [])]
    })
  }
  return walk('', 0)
}

const noFolders: string[] = []

export function Tree({ workspaceId }: { workspaceId: WorkspaceId }) {
  const { link, stores } = useDesk()
  const folders = useFrom('files', (state) => state.folders)
  const expanded = useFrom('files', (state) => state.expanded[workspaceId]) ?? noFolders
  const root = folders[keyIn(workspaceId, '')]
  const lines = useMemo(() => linesOf(workspaceId, folders, expanded), [workspaceId, folders, expanded])

  const toggle = (path: string) => {
    const open = expanded.includes(path)
    const next = open ? expanded.filter((other) => other !== path) : [...expanded, path]
    stores.files.setState((state) => ({ expanded: { ...state.expanded, [workspaceId]: next } }))
    if (!open) void link.load.folder(workspaceId, path)
  }

  if (root?.kind === 'error')
    return (
      <FaultState
        title={words.files.failedFolder}
        fault={root.fault}
        onRetry={() => void link.load.folder(workspaceId, '')}
      />
    )
  if (root?.kind !== 'ready') return <Skeleton label={words.common.loading} lines={8} />
  if (root.value.length === 0)
    return <EmptyState icon={Folder} title={words.files.emptyTitle} text={words.files.emptyText} />
  return (
    <div
      className={styles.tree}
      role="tree"
      aria-label={words.files.tree}
      onKeyDown={(event) => walkKeys(event)}
    >
      {lines.map((line, at) => (
        <Line
          key={line.entry.path}
          line={line}
          first={at === 0}
          workspaceId={workspaceId}
          onToggle={toggle}
        />
      ))}
    </div>
  )
}

/** Arrow keys move between the lines; right and left open and close a folder by clicking it. */
function walkKeys(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="treeitem"]')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step !== 0) items[Math.max(0, Math.min(items.length - 1, at + step))]?.focus()
  const open = items[at]?.getAttribute('aria-expanded')
  const folds =
    (event.key === 'ArrowRight' && open === 'false') || (event.key === 'ArrowLeft' && open === 'true')
  if (folds) items[at]?.click()
  if (step !== 0 || folds) event.preventDefault()
}

const icons = { file: File, folder: Folder, link: Link2, other: File }

interface LineProps {
  line: TreeLine
  first: boolean
  workspaceId: WorkspaceId
  onToggle: (path: string) => void
}

function Line({ line: { entry, depth, open }, first, workspaceId, onToggle }: LineProps) {
  const desk = useDesk()
  const chosen = useFrom('files', (state) => state.open[workspaceId] === entry.path)
  const change = useCurrentRun()?.changedFiles.find((file) => file.path === entry.path)?.change
  const hasError = useDiagnostics(workspaceId).some(
    ({ at, severity }) => at.file === entry.path && severity === 'error',
  )
  const isFolder = entry.kind === 'folder'
  const Icon = isFolder && open ? FolderOpen : icons[entry.kind]
  return (
    <button
      type="button"
      role="treeitem"
      className={styles.line}
      style={{ paddingLeft: 8 + depth * 14 }}
      aria-expanded={isFolder ? open : undefined}
      aria-selected={chosen}
      aria-level={depth + 1}
      tabIndex={chosen || first ? 0 : -1}
      onClick={() => (isFolder ? onToggle(entry.path) : void verbs.openFile.run(desk, { path: entry.path }))}
    >
      {isFolder ? <ChevronRight size={12} data-open={open} aria-hidden /> : <span />}
      <Icon size={14} aria-hidden />
      <span className={styles.name}>{reveal(entry.name)}</span>
      {hasError && (
        <span className={styles.bad} title={words.files.severity.error}>
          !
        </span>
      )}
      {change && (
        <span className={styles.change} data-change={change} title={words.files.changes[change]}>
          {change === 'created' ? 'A' : 'M'}
        </span>
      )}
    </button>
  )
}

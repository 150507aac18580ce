import type { AuthoringPreview, WorkspaceId } from '@contract'
import { FilePlus, FileX } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useDesk, useFrom, verbs, writeIn } from '../../../commands/index.ts'
import { keyIn, valueOf, words } from '../../../state/index.ts'
import { Button, EmptyState, Skeleton } from '../../../ui/index.ts'
import { EditRefused } from '../../edit-refused.tsx'
import { FaultState } from '../../fault-state.tsx'
import { useFreshPreview, usePreview } from '../use-contract.ts'
import { useSavedText } from '../use-saved-text.ts'
import { Against } from './against.tsx'
import type { EditingProps } from './editing.ts'
import { Foot } from './foot.tsx'
import styles from './instructions.module.css'
import { Tools, type View } from './tools.tsx'
import { useMissing } from './use-missing.ts'
import { Written } from './written.tsx'

const say = words.contract.instructions

interface TextFileProps {
  workspaceId: WorkspaceId
  path: string
  visible: boolean
}

/** One file of the prompt: to be created, to be edited, to be held against what a run was given. */
export function TextFile({ workspaceId, path, visible }: TextFileProps) {
  const { stores, link } = useDesk()
  const saved = useSavedText(workspaceId, path, visible)
  const draft = useFrom('files', ({ drafts }) => drafts[keyIn(workspaceId, path)])
  const isMissing = useMissing(workspaceId, path, saved.kind === 'error')
  const isThere = draft !== undefined || saved.kind === 'ready'
  useFreshPreview(workspaceId, path, visible && isThere)
  if (draft || (saved.kind === 'ready' && saved.text !== null)) {
    const original = draft?.original ?? saved.text ?? ''
    return (
      <Editing
        workspaceId={workspaceId}
        path={path}
        original={original}
        text={draft?.text ?? original}
        draft={draft}
      />
    )
  }
  if (saved.kind === 'ready') return <EmptyState icon={FileX} title={say.notText} />
  if (saved.kind === 'loading') return <Skeleton label={words.common.loading} />
  if (isMissing === null) return <Skeleton label={words.common.loading} />
  if (isMissing) {
    const which = path === 'AGENTS.md' || path === 'ONBOARD.md' ? path : 'include'
    return (
      <EmptyState
        icon={FilePlus}
        title={say.emptyTitle(path)}
        text={say.emptyText[which]}
        action={
          <Button tone="primary" onClick={() => writeIn(stores, workspaceId, path, say.starts[which])}>
            {say.create(path)}
          </Button>
        }
      />
    )
  }
  return (
    <FaultState
      title={say.failed(path)}
      fault={saved.fault}
      onRetry={() => void link.load.file(workspaceId, path)}
    />
  )
}

function Editing(props: EditingProps) {
  const { workspaceId, path, text, draft } = props
  const desk = useDesk()
  const [view, setView] = useState<View>('source')
  const [goTo, setGoTo] = useState<{ line: number } | null>(null)
  const preview: AuthoringPreview | null = valueOf(usePreview(workspaceId, path))
  const save = () => void verbs.saveFile.run(desk, path)
  function onKeyDown(event: KeyboardEvent): void {
    const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's'
    if (!isSave || event.defaultPrevented) return
    event.preventDefault()
    if (draft) save()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only takes the key that saves, from whatever has the focus
    <div className={styles.file} onKeyDown={onKeyDown}>
      <Tools path={path} draft={draft} view={view} onView={setView} />
      {draft && <EditRefused path={path} draft={draft} />}
      <div className={styles.body}>
        {view === 'compare' ? (
          <Against path={path} text={text} />
        ) : (
          <Written {...props} view={view} goTo={goTo} findings={preview?.diagnostics ?? []} />
        )}
      </div>
      <Foot
        path={path}
        preview={preview}
        onLine={(line) => {
          setView('source')
          setGoTo({ line })
        }}
      />
    </div>
  )
}

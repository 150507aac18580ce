import type { WorkspaceId } from '@contract'
import { useEffect } from 'react'
import { useCommand, useFrom, verbs } from '../../commands/index.ts'
import { type FileDraft, keyIn, valueOf, words } from '../../state/index.ts'
import { Button, changedLines, TextDiff } from '../../ui/index.ts'
import { EditRefused } from '../edit-refused.tsx'
import styles from './config-bar.module.css'
import { useArmed } from './use-armed.ts'
import { config, usePreview } from './use-contract.ts'

const say = words.contract.bar

interface ConfigBarProps {
  workspaceId: WorkspaceId
  /** The difference is on screen, and with it the button that saves. */
  open: boolean
  onOpen: (open: boolean) => void
}

/** Below the forms, while workspace.yaml has edits: what they are, seen before they are saved. */
export function ConfigBar({ workspaceId, open, onOpen }: ConfigBarProps) {
  const draft = useFrom('files', ({ drafts }) => drafts[keyIn(workspaceId, config)])
  const differs = draft !== undefined && (draft.text !== draft.original || draft.fault !== null)
  useEffect(() => {
    if (!differs) onOpen(false)
  }, [differs, onOpen])
  return differs ? <Bar workspaceId={workspaceId} draft={draft} open={open} onOpen={onOpen} /> : null
}

function Bar({ workspaceId, draft, open, onOpen }: ConfigBarProps & { draft: FileDraft }) {
  const discard = useCommand(verbs.discardEdit, config)
  const lines = changedLines(draft.original, draft.text)
  return (
    <section className={styles.bar} aria-label={say.label}>
      <EditRefused path={config} draft={draft} />
      {open && (
        <div className={styles.diff}>
          <TextDiff label={say.diff} before={draft.original} after={draft.text} skipped={say.same} />
        </div>
      )}
      <div className={styles.line}>
        <p>
          <span>{say.edits(lines)}</span> <small className={styles.nextRun}>{say.nextRun}</small>
        </p>
        <Button size="small" tone="ghost" aria-expanded={open} onClick={() => onOpen(!open)}>
          {open ? say.hideDiff : say.showDiff}
        </Button>
        <Button size="small" onClick={discard.run}>
          {say.discard}
        </Button>
        <Primary workspaceId={workspaceId} draft={draft} open={open} onOpen={onOpen} />
      </div>
    </section>
  )
}

/** One button, so that the focus stays: it first shows what would be saved, and then saves it. */
function Primary({ workspaceId, draft, open, onOpen }: ConfigBarProps & { draft: FileDraft }) {
  const save = useCommand(verbs.saveFile, config)
  const preview = valueOf(usePreview(workspaceId))
  const isArmed = useArmed(open ? `${workspaceId}:${draft.text}` : null)
  const errors = preview?.diagnostics.filter(({ severity }) => severity === 'error').length ?? 0
  const saves = draft.saving ? say.saving : errors > 0 ? say.saveWith(errors) : say.save
  return (
    <Button
      size="small"
      className={styles.primary}
      tone={open && errors > 0 ? 'danger' : 'primary'}
      disabled={open && (!isArmed || draft.saving || draft.text === draft.original)}
      onClick={open ? save.run : () => onOpen(true)}
    >
      {open ? saves : say.review}
    </Button>
  )
}

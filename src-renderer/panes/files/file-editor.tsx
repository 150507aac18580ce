import { changeDraft, useCommand, useDesk, verbs } from '../../commands/index.ts'
import { type FileDraft, words } from '../../state/index.ts'
import { Button, CodeView, type LineMark } from '../../ui/index.ts'
import { EditRefused } from '../edit-refused.tsx'
import styles from './files.module.css'

interface FileEditorProps {
  fileKey: string
  path: string
  draft: FileDraft
  marks: LineMark[]
}

/** A file being edited: the text, and what keeps it from being saved. */
export function FileEditor({ fileKey, path, draft, marks }: FileEditorProps) {
  const { stores } = useDesk()
  return (
    <>
      <EditRefused path={path} draft={draft} />
      <div className={styles.content}>
        <CodeView
          key={fileKey}
          name={path}
          text={draft.original}
          current={draft.text}
          marks={draft.text === draft.original ? marks : []}
          onChange={(text) => changeDraft(stores, fileKey, text)}
          loadingLabel={words.common.loading}
        />
      </div>
    </>
  )
}

/** The buttons of the header: edit, or save and give up. */
export function EditActions({ draft }: { draft: FileDraft | undefined }) {
  const edit = useCommand(verbs.editFile, undefined)
  const save = useCommand(verbs.saveFile, undefined)
  const discard = useCommand(verbs.discardEdit, undefined)
  if (!draft)
    return edit.can === true ? (
      <Button size="small" tone="ghost" onClick={edit.run}>
        {words.files.edit}
      </Button>
    ) : null
  const changed = draft.text !== draft.original
  return (
    <>
      <small className={styles.nextRun}>{words.files.nextRun}</small>
      <Button size="small" tone="ghost" onClick={discard.run}>
        {words.files.discard}
      </Button>
      <Button
        size="small"
        tone="primary"
        aria-disabled={!changed || draft.saving}
        onClick={changed ? save.run : undefined}
      >
        {draft.saving ? words.files.saving : words.files.save}
      </Button>
    </>
  )
}

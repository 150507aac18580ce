import type { ImportPreview, WorkspaceId } from '@contract'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { putImport, useCommand, useDesk, verbs } from '../../../commands/index.ts'
import { type ImportDraft, words } from '../../../state/index.ts'
import { Button, reveal, TextDiff } from '../../../ui/index.ts'
import parts from '../parts.module.css'
import { FaultLine, FindingList, Heading } from '../parts.tsx'
import { useArmed } from '../use-armed.ts'
import styles from './import.module.css'

const say = words.trustScreen.importing

/** The files as they would be, before anything is written. */
interface PreviewProps {
  workspaceId: WorkspaceId
  preview: ImportPreview
  draft: ImportDraft
}

export function PreviewScreen({ workspaceId, preview, draft }: PreviewProps) {
  const { files, diagnostics } = preview
  return (
    <div className={parts.section}>
      <div className={parts.body}>
        <div className={parts.lead}>
          <h2>{say.previewTitle}</h2>
          <p>{say.previewFiles(files.length)}</p>
        </div>
        {draft.changed && (
          <p className={parts.notice} role="alert">
            <CircleAlert size={14} aria-hidden />
            <span>{say.changed}</span>
          </p>
        )}
        {diagnostics.length > 0 && (
          <section aria-label={words.trustScreen.preflight.findings}>
            <Heading title={words.trustScreen.preflight.findings} many={diagnostics.length} />
            <FindingList findings={diagnostics} />
          </section>
        )}
        {files.map(({ path, before, after }) => (
          <div key={path} className={styles.file}>
            <h3>
              <code>{reveal(path)}</code>{' '}
              <span className={parts.mark} data-tone={before === null ? 'running' : undefined}>
                {before === null ? say.fresh : say.change}
              </span>
            </h3>
            <TextDiff label={reveal(path)} before={before ?? ''} after={after} skipped={say.skipped} />
          </div>
        ))}
      </div>
      <Foot workspaceId={workspaceId} preview={preview} draft={draft} />
    </div>
  )
}

function Foot({ workspaceId, preview, draft: { fault, busy } }: PreviewProps) {
  const { stores } = useDesk()
  const { can, run } = useCommand(verbs.applyImport, undefined)
  const isArmed = useArmed(preview.digest)
  const back = useRef<HTMLButtonElement>(null)
  // What was clicked is gone, so the focus would be nowhere.
  useEffect(() => {
    back.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={parts.foot}>
      {fault && (
        <FaultLine title={fault.of === 'write' ? say.writeFailed : say.previewFailed} fault={fault.fault} />
      )}
      <div className={parts.buttons}>
        <Button
          ref={back}
          disabled={busy !== null}
          onClick={() => putImport(stores, workspaceId, { preview: null, changed: false, fault: null })}
        >
          {say.back}
        </Button>
        <Button
          tone="primary"
          disabled={can !== true || !isArmed}
          title={can === true ? undefined : can}
          onClick={run}
        >
          {busy === 'write' ? say.writing : say.write(preview.files.length)}
        </Button>
      </div>
    </div>
  )
}

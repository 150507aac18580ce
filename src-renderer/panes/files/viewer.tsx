import type { Diagnostic, FileContent, WorkspaceId } from '@contract'
import { Binary, ExternalLink, FileText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useDesk, useFrom, verbs } from '../../commands/index.ts'
import { keyIn, words } from '../../state/index.ts'
import {
  Banner,
  Button,
  bytes,
  CodeView,
  EmptyState,
  IconButton,
  type LineMark,
  Markdown,
  reveal,
  Skeleton,
} from '../../ui/index.ts'
import { FaultState } from '../fault-state.tsx'
import { EditActions, FileEditor } from './file-editor.tsx'
import styles from './files.module.css'
import { useDiagnostics } from './use-diagnostics.ts'

const isMarkdown = (path: string) => /\.(md|markdown)$/i.test(path)

export function Viewer({ workspaceId }: { workspaceId: WorkspaceId }) {
  const { link } = useDesk()
  const path = useFrom('files', (state) => state.open[workspaceId])
  const content = useFrom('files', (state) =>
    path === undefined ? undefined : state.contents[keyIn(workspaceId, path)],
  )
  if (path === undefined)
    return <EmptyState icon={FileText} title={words.files.pickTitle} text={words.files.pickText} />
  if (content?.kind === 'error')
    return (
      <FaultState
        title={words.files.failedFile}
        fault={content.fault}
        onRetry={() => void link.load.file(workspaceId, path)}
      />
    )
  if (content?.kind !== 'ready') return <Skeleton label={words.common.loading} />
  return <Opened workspaceId={workspaceId} content={content.value} />
}

function Opened({ workspaceId, content }: { workspaceId: WorkspaceId; content: FileContent }) {
  const desk = useDesk()
  const [preview, setPreview] = useState(false)
  const fileKey = keyIn(workspaceId, content.path)
  const draft = useFrom('files', (state) => state.drafts[fileKey])
  const diagnostics = useDiagnostics(workspaceId)
  const marks = useMemo(() => marksOf(diagnostics, content.path), [diagnostics, content.path])
  const canPreview = content.kind === 'text' && isMarkdown(content.path)
  const revealInFolder = () => void verbs.revealWorkspace.run(desk, { workspaceId, path: content.path })
  return (
    <div className={styles.viewer}>
      <header className={styles.path}>
        <code>{reveal(content.path)}</code>
        {!draft && <small>{bytes(content.bytes)}</small>}
        {!preview && <EditActions draft={draft} />}
        {canPreview && !draft && (
          <Button size="small" tone="ghost" aria-pressed={preview} onClick={() => setPreview(!preview)}>
            {preview ? words.files.source : words.files.preview}
          </Button>
        )}
        {!draft && (
          <IconButton label={words.files.reveal} icon={ExternalLink} size={13} onClick={revealInFolder} />
        )}
      </header>
      {content.kind === 'text' && content.truncated && (
        <Banner icon={FileText}>
          {words.files.truncated(bytes(content.text.length), bytes(content.bytes))}
        </Banner>
      )}
      {draft ? (
        <FileEditor fileKey={fileKey} path={content.path} draft={draft} marks={marks} />
      ) : (
        <div className={styles.content}>
          <Shown workspaceId={workspaceId} content={content} preview={preview && canPreview} marks={marks} />
        </div>
      )}
    </div>
  )
}

function marksOf(diagnostics: Diagnostic[], path: string) {
  return diagnostics
    .filter(({ at }) => at.file === path)
    .map(({ at, severity, message, hint }) => ({
      line: at.line ?? 1,
      column: at.column,
      severity,
      message: hint ? `${message} ${hint}` : message,
    }))
}

interface ShownProps {
  workspaceId: WorkspaceId
  content: FileContent
  preview: boolean
  marks: LineMark[]
}

function Shown({ workspaceId, content, preview, marks }: ShownProps) {
  const goTo = useFrom('files', (state) =>
    state.goTo?.key === keyIn(workspaceId, content.path) ? state.goTo : null,
  )
  if (content.kind === 'image')
    return (
      <div className={styles.image}>
        <img src={content.dataUrl} alt={content.path} />
      </div>
    )
  if (content.kind === 'binary')
    return (
      <EmptyState
        icon={Binary}
        title={words.files.binary}
        text={words.files.binaryText(bytes(content.bytes))}
      />
    )
  if (preview)
    return (
      <div className={styles.preview}>
        <Markdown text={content.text} words={words.markdown} />
      </div>
    )
  return (
    <CodeView
      name={content.path}
      text={content.text}
      marks={marks}
      goTo={goTo}
      loadingLabel={words.common.loading}
    />
  )
}

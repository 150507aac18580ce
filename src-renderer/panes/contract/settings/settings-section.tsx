import type { Diagnostic, WorkspaceId } from '@contract'
import { FileWarning } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useDesk, useFrom, useSelect, writeIn } from '../../../commands/index.ts'
import { keyIn, select, valueOf, words } from '../../../state/index.ts'
import { Banner, CodeView, type LineMark, PillButton, Skeleton } from '../../../ui/index.ts'
import { FaultState } from '../../fault-state.tsx'
import type { SectionProps } from '../section.ts'
import { EditFault } from '../section-state.tsx'
import { config, useEdit, useEffectOf, usePreview } from '../use-contract.ts'
import { useSavedText } from '../use-saved-text.ts'
import { useWidth } from '../use-width.ts'
import { ConfigForm } from './config-form.tsx'
import { placed } from './placed.ts'
import { completionsIn, schemaOf } from './schema.ts'
import styles from './settings.module.css'

const say = words.contract.settings

/** From this width on the form and the text stand beside each other, in CSS pixels. */
const wide = 640

/** workspace.yaml as a form and as text. Both change the one draft, so they are always in step. */
export function SettingsSection({ workspaceId, visible }: SectionProps) {
  const { link } = useDesk()
  const saved = useSavedText(workspaceId, config, visible)
  const draft = useFrom('files', ({ drafts }) => drafts[keyIn(workspaceId, config)])
  if (saved.kind === 'error' && !draft)
    return (
      <FaultState
        title={words.contract.failed}
        fault={saved.fault}
        onRetry={() => void link.load.file(workspaceId, config)}
      />
    )
  const original = draft?.original ?? saved.text
  if (original === null) return <Skeleton label={words.common.loading} />
  return <Both workspaceId={workspaceId} original={original} text={draft?.text ?? original} />
}

interface BothProps {
  workspaceId: WorkspaceId
  original: string
  text: string
}

function Both({ workspaceId, original, text }: BothProps) {
  const [view, setView] = useState<'form' | 'text'>('form')
  const [goTo, setGoTo] = useState<{ line: number } | null>(null)
  const [box, width] = useWidth()
  const isWide = width >= wide
  const onLine = (line: number) => {
    setGoTo({ line })
    setView('text')
  }
  const form = <FormSide workspaceId={workspaceId} text={text} onLine={onLine} />
  const editor = <TextSide workspaceId={workspaceId} original={original} text={text} goTo={goTo} />
  return (
    <div ref={box} className={styles.section}>
      {isWide ? (
        <div className={styles.two}>
          <div className={styles.side}>{form}</div>
          <div className={styles.side}>{editor}</div>
        </div>
      ) : (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look */}
          <div className={styles.views} role="group" aria-label={say.views}>
            {(['form', 'text'] as const).map((name) => (
              <PillButton key={name} pressed={view === name} onClick={() => setView(name)}>
                {say[name]}
              </PillButton>
            ))}
          </div>
          <div className={view === 'form' ? styles.one : styles.fill}>{view === 'form' ? form : editor}</div>
        </>
      )}
    </div>
  )
}

function FormSide({
  workspaceId,
  text,
  onLine,
}: {
  workspaceId: WorkspaceId
  text: string
  onLine: (line: number) => void
}) {
  const { edit, fault } = useEdit(workspaceId)
  const preview = valueOf(usePreview(workspaceId))
  const found = useMemo(() => placed(text, preview?.diagnostics ?? [], config), [text, preview])
  if (!preview) return <Skeleton label={words.common.loading} />
  if (preview.values === null && text.trim() !== '')
    return (
      <Banner icon={FileWarning} tone="failed">
        {preview.diagnostics[0]?.message} {say.unreadable}
      </Banner>
    )
  return (
    <>
      <EditFault fault={fault} />
      <ConfigForm form={{ values: preview.values, found, edit }} onLine={onLine} />
    </>
  )
}

interface TextSideProps extends BothProps {
  goTo: { line: number } | null
}

function TextSide({ workspaceId, original, text, goTo }: TextSideProps) {
  const { stores } = useDesk()
  const preview = valueOf(usePreview(workspaceId))
  const { effect } = useEffectOf(workspaceId)
  const harnesses = useSelect(select.harnesses)
  const marks = useMemo(() => marksOf(preview?.diagnostics ?? []), [preview])
  const schema = useMemo(
    () =>
      schemaOf(
        harnesses.map(({ id }) => id),
        effect?.tools.filter(({ source }) => source.kind !== 'built-in').map(({ id }) => id) ?? [],
        effect?.skills.map(({ id }) => id) ?? [],
      ),
    [harnesses, effect],
  )
  return (
    <CodeView
      name={config}
      text={original}
      current={text}
      marks={marks}
      goTo={goTo}
      complete={(at) => completionsIn(schema, at)}
      onChange={(typed) => writeIn(stores, workspaceId, config, typed)}
      loadingLabel={words.common.loading}
    />
  )
}

function marksOf(findings: Diagnostic[]): LineMark[] {
  return findings
    .filter(({ at }) => at.file === config)
    .map(({ at, severity, message, hint }) => ({
      line: at.line ?? 1,
      column: at.column,
      severity,
      message: hint ? `${message} ${hint}` : message,
    }))
}

import type { Diagnostic } from '@contract'
import { useMemo } from 'react'
import { useDesk, writeIn } from '../../../commands/index.ts'
import { words } from '../../../state/index.ts'
import { CodeView, Markdown } from '../../../ui/index.ts'
import type { EditingProps } from './editing.ts'
import styles from './instructions.module.css'

interface WrittenProps extends EditingProps {
  view: 'source' | 'preview'
  goTo: { line: number } | null
  findings: Diagnostic[]
}

/** The text to be written, or as it reads. */
export function Written({ workspaceId, path, original, text, view, goTo, findings }: WrittenProps) {
  const { stores } = useDesk()
  const marks = useMemo(
    () =>
      findings
        .filter(({ at }) => at.file === path)
        .map(({ at, severity, message, hint }) => ({
          line: at.line ?? 1,
          column: at.column,
          severity,
          message: hint ? `${message} ${hint}` : message,
        })),
    [findings, path],
  )
  if (view === 'preview')
    return (
      <div className={styles.preview}>
        <Markdown text={text} words={words.markdown} />
      </div>
    )
  return (
    <CodeView
      name={path}
      text={original}
      current={text}
      marks={marks}
      goTo={goTo}
      onChange={(typed) => writeIn(stores, workspaceId, path, typed)}
      loadingLabel={words.common.loading}
    />
  )
}

import { useCommand, useSelect, verbs } from '../../../commands/index.ts'
import { type FileDraft, select, words } from '../../../state/index.ts'
import { Button } from '../../../ui/index.ts'
import styles from './instructions.module.css'

const say = words.contract.instructions

export type View = 'source' | 'preview' | 'compare'

interface ToolsProps {
  path: string
  draft: FileDraft | undefined
  view: View
  onView: (view: View) => void
}

/** What can be done with the text. */
export function Tools({ path, draft, view, onView }: ToolsProps) {
  const save = useCommand(verbs.saveFile, path)
  const discard = useCommand(verbs.discardEdit, path)
  const run = useSelect(select.inspectedRun)
  const toggle = (wanted: View) => onView(view === wanted ? 'source' : wanted)
  const isNew = draft?.base === null
  const differs = draft !== undefined && (draft.text !== draft.original || isNew)
  return (
    <div className={styles.bar} role="toolbar" aria-label={path}>
      <Button size="small" tone="ghost" aria-pressed={view === 'preview'} onClick={() => toggle('preview')}>
        {view === 'preview' ? say.source : say.preview}
      </Button>
      <Button
        size="small"
        tone="ghost"
        aria-pressed={view === 'compare'}
        disabled={!run}
        title={run ? undefined : say.noRun}
        onClick={() => toggle('compare')}
      >
        {view === 'compare' ? (
          say.back
        ) : (
          <>
            <span className={styles.long}>{say.compare}</span>
            <span className={styles.short}>{say.compareShort}</span>
          </>
        )}
      </Button>
      <span className={styles.gap} />
      <small className={styles.nextRun}>{say.nextRun}</small>
      <Button size="small" tone="ghost" disabled={!differs} onClick={discard.run}>
        {say.discard}
      </Button>
      <Button
        size="small"
        tone={differs ? 'primary' : 'plain'}
        disabled={!differs || draft?.saving}
        onClick={save.run}
      >
        {draft?.saving ? say.saving : say.save}
      </Button>
    </div>
  )
}

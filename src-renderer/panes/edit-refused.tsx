import { FileWarning } from 'lucide-react'
import { useCommand, verbs } from '../commands/index.ts'
import { type FileDraft, words } from '../state/index.ts'
import { Banner, Button, reveal } from '../ui/index.ts'
import styles from './edit-refused.module.css'

/** Why it was not saved, and what can be done where another program wrote the file meanwhile. */
export function EditRefused({ path, draft }: { path: string; draft: FileDraft }) {
  const discard = useCommand(verbs.discardEdit, path)
  const keep = useCommand(verbs.keepEdit, path)
  if (!draft.fault) return null
  const { code, message, hint } = draft.fault
  return (
    <div role="alert">
      <Banner icon={FileWarning} tone="risk">
        {reveal(message)} {hint && reveal(hint)}
        {code === 'file_changed_outside' && (
          <span className={styles.choices}>
            <Button size="small" onClick={discard.run}>
              {words.files.takeTheirs}
            </Button>
            <Button size="small" onClick={keep.run}>
              {words.files.keepMine}
            </Button>
          </span>
        )}
      </Banner>
    </div>
  )
}

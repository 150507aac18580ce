import { allLines, useDesk } from '../../commands/index.ts'
import { words } from '../../state/index.ts'
import { Dialog, Kbd } from '../../ui/index.ts'
import styles from './frame.module.css'

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const lines = allLines(useDesk()).filter((line) => line.shortcut)
  return (
    <Dialog
      title={words.shortcuts.title}
      text={words.shortcuts.text}
      width={620}
      closeLabel={words.common.close}
      onClose={onClose}
    >
      <ul className={styles.keys}>
        {lines.map((line) => (
          <li key={line.key}>
            <span>{line.label}</span>
            <Kbd keys={line.shortcut ?? ''} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

import { useDesk, verbs } from '../../commands/index.ts'
import { words } from '../../state/index.ts'
import { reveal } from '../../ui/index.ts'
import styles from './inspector.module.css'

/** A place in an authored file; it opens in Files. */
export function Place({ path, line }: { path: string; line?: number }) {
  const desk = useDesk()
  const text = line ? `${path}:${line}` : path
  return (
    <button
      type="button"
      className={styles.place}
      aria-label={words.inspector.prompt.open(text)}
      onClick={() => void verbs.openFile.run(desk, { path, ...(line && { line }) })}
    >
      {reveal(text)}
    </button>
  )
}

import type { JsonObject } from '@contract'
import { words } from '../../state/index.ts'
import { CodeView, CopyButton, Fold } from '../../ui/index.ts'
import styles from './inspector.module.css'

export const jsonText = (value: JsonObject) => JSON.stringify(value, null, 2)

/** Lines of the editor, in pixels: 12 px at 1.6. */
const lineHeight = 19.2
const mostHeight = 360

/** JSON in the editor, as high as it is long, with an end. */
export function JsonView({ name, value }: { name: string; value: JsonObject }) {
  const text = jsonText(value)
  const height = Math.min(mostHeight, text.split('\n').length * lineHeight + 16)
  return (
    <div className={styles.json} style={{ height }}>
      <CodeView name={name} text={text} loadingLabel={words.common.loading} />
    </div>
  )
}

export function JsonFold({ name, value }: { name: string; value: JsonObject }) {
  return (
    <Fold
      head={<span className={styles.name}>{name}</span>}
      side={
        <CopyButton
          label={words.inspector.model.copy}
          doneLabel={words.common.copied}
          text={() => jsonText(value)}
        />
      }
    >
      {() => <JsonView name={`${name}.json`} value={value} />}
    </Fold>
  )
}

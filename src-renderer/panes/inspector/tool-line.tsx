import type { PackagedTool } from '@contract'
import { words } from '../../state/index.ts'
import { Fold, LongText, reveal } from '../../ui/index.ts'
import styles from './inspector.module.css'

const say = words.inspector.tools

/** A callable tool: its name and what it is for; opened, what the model was told of it. */
export function ToolLine({ tool }: { tool: PackagedTool }) {
  const { id, alias, description, family, schema } = tool
  const [first = ''] = description.split('\n')
  return (
    <Fold
      label={id}
      head={
        <>
          <code className={styles.tool}>{reveal(id)}</code>
          <span className={styles.about}>{reveal(first)}</span>
        </>
      }
      side={<Marks tool={tool} />}
    >
      {() => (
        <>
          <p className={styles.description}>{reveal(description)}</p>
          <dl className={styles.rows}>
            <dt>{say.alias}</dt>
            <dd>
              <code>{reveal(alias)}</code>
            </dd>
            <dt>{say.family}</dt>
            <dd>
              <code>{reveal(family)}</code>
            </dd>
          </dl>
          <LongText
            label={say.schema}
            text={JSON.stringify(schema, null, 2)}
            moreLabel={words.inspector.prompt.showAll}
          />
        </>
      )}
    </Fold>
  )
}

function Marks({ tool }: { tool: PackagedTool }) {
  return (
    <span className={styles.side}>
      {tool.policy === 'ask' && <small className={styles.mark}>{say.ask}</small>}
      {tool.deferred && <small className={styles.mark}>{say.deferred}</small>}
      {tool.readOnly && (
        <small className={styles.mark} title={say.readOnlyNote}>
          {say.readOnly}
        </small>
      )}
      {tool.idempotent && (
        <small className={styles.mark} title={say.idempotentNote}>
          {say.idempotent}
        </small>
      )}
    </span>
  )
}

import { type EffectSource, type EffectTool, sessionKinds } from '@contract'
import { useId } from 'react'
import { words } from '../../../state/index.ts'
import { Checkbox, Pill, reveal } from '../../../ui/index.ts'
import { VerdictMark, verdictText } from '../verdict.tsx'
import styles from './tools.module.css'

const say = words.contract.tools

interface ToolRowProps {
  tool: EffectTool
  source: EffectSource
  isNamed: boolean
  onTick: (on: boolean) => void
}

/** A tool: whether it is named, what it does, and what comes of it for each kind of session. */
export function ToolRow({ tool, source, isNamed, onTick }: ToolRowProps) {
  const name = tool.id.startsWith(`${source.id}.`) ? tool.id.slice(source.id.length + 1) : tool.id
  const id = useId()
  const isLocked = !source.enabled && !isNamed
  return (
    <div className={styles.tool} data-testid={`tool-${tool.id}`}>
      <label htmlFor={id} title={isLocked ? say.offTick : tool.id}>
        <Checkbox
          id={id}
          label={say.tick(tool.id)}
          data-cell="row"
          checked={isNamed}
          disabled={isLocked}
          onChange={onTick}
        />
        <span className={styles.about}>
          <span className={styles.name}>
            <code>{reveal(name)}</code>
            {tool.known === 'unseen' && (
              <Pill tone="risk" title={say.unseenNote}>
                {say.unseen}
              </Pill>
            )}
            {tool.known === 'declared' && <Pill title={say.declaredNote}>{say.declared}</Pill>}
            {tool.readOnly && <small>{say.readOnly}</small>}
          </span>
          {tool.description && (
            <span className={styles.description} title={tool.description}>
              {reveal(tool.description)}
            </span>
          )}
        </span>
      </label>
      {sessionKinds.map((kind) => {
        const verdict = tool.verdicts[kind]
        const said = verdictText(kind, verdict)
        return (
          <span
            key={kind}
            role="img"
            className={styles.mark}
            data-changed={verdict.changed}
            aria-label={said}
            title={said}
          >
            <VerdictMark verdict={verdict} />
          </span>
        )
      })}
    </div>
  )
}

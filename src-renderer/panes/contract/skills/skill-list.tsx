import type { EffectSkill } from '@contract'
import { ArrowDown, ArrowUp, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { attempt, useCommand, useDesk, verbs } from '../../../commands/index.ts'
import { words } from '../../../state/index.ts'
import { IconButton, reveal, Switch } from '../../../ui/index.ts'
import parts from '../parts.module.css'
import { FilePlace } from '../parts.tsx'
import styles from './skills.module.css'

const say = words.trustScreen.skills

/** In the order of the prompt; a skill is moved by its arrows, or with Alt and the arrow keys. */
export function SkillList({ skills }: { skills: EffectSkill[] }) {
  const list = useRef<HTMLUListElement>(null)
  const moved = useRef<HTMLElement | null>(null)
  // What moves in the page loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is the signal itself
  useEffect(() => {
    if (moved.current?.isConnected) moved.current.focus({ preventScroll: true })
    moved.current = null
  }, [skills])
  const keep = () => {
    const at = document.activeElement
    moved.current = at instanceof HTMLElement && list.current?.contains(at) ? at : null
  }
  return (
    <ul className={parts.list} ref={list}>
      {skills.map((skill) => (
        <SkillRow key={skill.id} skill={skill} onMove={keep} />
      ))}
    </ul>
  )
}

function SkillRow({ skill, onMove }: { skill: EffectSkill; onMove: () => void }) {
  const desk = useDesk()
  const { id, layer, shadows, description, enabled, problem, grantedTools, grantedCommands, tokens, path } =
    skill
  const toggle = useCommand(verbs.toggleSkill, { skill: id })
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (!event.altKey || by === null) return
    event.preventDefault()
    onMove()
    attempt(desk, verbs.moveSkill, { skill: id, by })
  }
  const grants = [...grantedTools, ...grantedCommands.map((command) => `/${command}`)]
  return (
    <li className={styles.skill} data-testid={`skill-${id}`} onKeyDown={onKeyDown}>
      <div className={parts.main}>
        <div className={parts.head}>
          <span className={enabled ? parts.title : `${parts.title} ${styles.off}`}>{reveal(id)}</span>
          {layer === 'workspace' ? (
            <FilePlace at={{ file: path }} />
          ) : (
            <span className={parts.mark}>{say.layers[layer]}</span>
          )}
          {shadows.length > 0 && (
            <span className={parts.mark}>{say.shadows(shadows.map((one) => say.layers[one]))}</span>
          )}
        </div>
        {description && <p className={parts.effect}>{reveal(description)}</p>}
        {problem && (
          <p className={parts.risk}>
            <TriangleAlert size={13} aria-hidden />
            <span>
              <b>{say.problem}</b> {reveal(problem)}
            </span>
          </p>
        )}
        <p className={parts.small}>
          <span title={say.tokensNote}>{say.tokens(tokens)}</span>
          {grants.length > 0 && (
            <>
              {' · '}
              {say.grants} <code>{grants.map(reveal).join(', ')}</code>
            </>
          )}
        </p>
      </div>
      <span className={styles.tools}>
        <Move skill={id} by={-1} onMove={onMove} />
        <Move skill={id} by={1} onMove={onMove} />
        <Switch
          label={say.on(id)}
          on={enabled}
          word={enabled ? words.contract.tools.on : words.contract.tools.off}
          disabled={toggle.can !== true}
          title={toggle.can === true ? undefined : toggle.can}
          onChange={toggle.run}
        />
      </span>
    </li>
  )
}

function Move({ skill, by, onMove }: { skill: string; by: -1 | 1; onMove: () => void }) {
  const { can, run } = useCommand(verbs.moveSkill, { skill, by })
  const label = by === -1 ? say.up(skill) : say.down(skill)
  return (
    <IconButton
      label={can === true ? label : `${label}: ${can}`}
      icon={by === -1 ? ArrowUp : ArrowDown}
      size={14}
      disabled={can !== true}
      shortcut={by === -1 ? 'Alt+Up' : 'Alt+Down'}
      onClick={() => {
        onMove()
        run()
      }}
    />
  )
}

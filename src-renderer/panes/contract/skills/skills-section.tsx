import type { ContractEffect } from '@contract'
import { authoredSkills } from '../../../commands/index.ts'
import { valueOf, words } from '../../../state/index.ts'
import parts from '../parts.module.css'
import { Heading } from '../parts.tsx'
import type { SectionProps } from '../section.ts'
import { WithEffect } from '../section-state.tsx'
import { usePreview } from '../use-contract.ts'
import { CommandList } from './command-list.tsx'
import { SkillList } from './skill-list.tsx'
import { SubagentList } from './subagent-list.tsx'

const say = words.trustScreen.skills

/** What an agent can look up, run and delegate to, as it is authored. */
export function SkillsSection({ workspaceId }: SectionProps) {
  const values = valueOf(usePreview(workspaceId))?.values ?? null
  const isListed = authoredSkills(values).order !== null
  return (
    <WithEffect workspaceId={workspaceId}>
      {(effect) => <Lists effect={effect} isListed={isListed} />}
    </WithEffect>
  )
}

interface ListsProps {
  effect: ContractEffect
  /** The author wrote which skills are on, in which order. */
  isListed: boolean
}

function Lists({ effect: { skills, commands, subagents }, isListed }: ListsProps) {
  return (
    <div className={parts.section}>
      <div className={parts.body}>
        <section aria-label={say.skills}>
          <Heading title={say.skills} many={skills.length} note={say.skillsNote} />
          {skills.length === 0 ? (
            <Nothing title={say.skillsNone} text={say.skillsNoneNote} />
          ) : (
            <SkillList skills={skills} />
          )}
          {isListed && <p className={parts.note}>{say.listed}</p>}
        </section>
        <section aria-label={say.commands}>
          <Heading title={say.commands} many={commands.length} note={say.commandsNote} />
          {commands.length === 0 ? (
            <Nothing title={say.commandsNone} text={say.commandsNoneNote} />
          ) : (
            <CommandList commands={commands} />
          )}
        </section>
        <section aria-label={say.subagents}>
          <Heading title={say.subagents} many={subagents.length} note={say.notStarted} />
          {subagents.length === 0 ? (
            <Nothing title={say.subagentsNone} text={say.subagentsNoneNote} />
          ) : (
            <SubagentList subagents={subagents} />
          )}
        </section>
      </div>
    </div>
  )
}

function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <p className={parts.note}>
      <b>{title}.</b> {text}
    </p>
  )
}

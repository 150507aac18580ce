import type { WorkspaceId } from '@contract'
import { useState } from 'react'
import { useFrom } from '../../../commands/index.ts'
import { keyIn, valueOf, words } from '../../../state/index.ts'
import { reveal } from '../../../ui/index.ts'
import { textsAt } from '../json.ts'
import type { SectionProps } from '../section.ts'
import { config, useFreshPreview, usePreview } from '../use-contract.ts'
import styles from './instructions.module.css'
import { TextFile } from './text-file.tsx'

const say = words.contract.instructions
const standing = ['AGENTS.md', 'ONBOARD.md']

/** The files that go into the prompt as they are: AGENTS.md, ONBOARD.md and what workspace.yaml includes. */
export function InstructionsSection({ workspaceId, visible }: SectionProps) {
  useFreshPreview(workspaceId, config, visible)
  const values = valueOf(usePreview(workspaceId))?.values ?? null
  const paths = [...new Set([...standing, ...textsAt(values, ['prompt', 'include'])])]
  const [wanted, setWanted] = useState('AGENTS.md')
  const path = paths.includes(wanted) ? wanted : 'AGENTS.md'
  return (
    <div className={styles.section}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look */}
      <div className={styles.tabs} role="group" aria-label={say.tabs}>
        {paths.map((one) => (
          <Tab
            key={one}
            workspaceId={workspaceId}
            path={one}
            pressed={one === path}
            onPick={() => setWanted(one)}
          />
        ))}
      </div>
      <TextFile key={path} workspaceId={workspaceId} path={path} visible={visible} />
    </div>
  )
}

interface TabProps {
  workspaceId: WorkspaceId
  path: string
  pressed: boolean
  onPick: () => void
}

function Tab({ workspaceId, path, pressed, onPick }: TabProps) {
  const isEdited = useFrom('files', ({ drafts }) => {
    const draft = drafts[keyIn(workspaceId, path)]
    return draft !== undefined && draft.text !== draft.original
  })
  return (
    <button type="button" className={styles.tab} aria-pressed={pressed} onClick={onPick}>
      {reveal(path)}
      {isEdited && <small>{say.edited}</small>}
    </button>
  )
}

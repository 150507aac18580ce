import { type ComponentType, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useDesk, useFrom, verbs } from '../../commands/index.ts'
import { type ContractSection, contractSections, keyIn, words } from '../../state/index.ts'
import type { PaneProps } from '../pane.ts'
import { ConfigBar } from './config-bar.tsx'
import styles from './contract.module.css'
import { ImportSection } from './import/import-section.tsx'
import { InstructionsSection } from './instructions/instructions-section.tsx'
import { KindsSection } from './kinds/kinds-section.tsx'
import { PreflightSection } from './preflight/preflight-section.tsx'
import type { SectionProps } from './section.ts'
import { SettingsSection } from './settings/settings-section.tsx'
import { SkillsSection } from './skills/skills-section.tsx'
import { ToolsSection } from './tools/tools-section.tsx'
import { TrustSection } from './trust/trust-section.tsx'
import { config, useFreshPreview } from './use-contract.ts'

const sections: Record<ContractSection, ComponentType<SectionProps>> = {
  instructions: InstructionsSection,
  settings: SettingsSection,
  tools: ToolsSection,
  kinds: KindsSection,
  skills: SkillsSection,
  trust: TrustSection,
  preflight: PreflightSection,
  import: ImportSection,
}

/** The parts that edit workspace.yaml. */
const ofConfig: ReadonlySet<ContractSection> = new Set(['settings', 'tools', 'kinds', 'skills'])

/** What is authored and what it means: a list of parts at the left, the chosen one beside it. */
export function ContractPane({ workspaceId, visible }: PaneProps) {
  const desk = useDesk()
  const id = useId()
  const chosen = useFrom('contract', (state) => state.section[workspaceId]) ?? 'tools'
  const [review, setReview] = useState(false)
  useFreshPreview(workspaceId, config, visible && ofConfig.has(chosen))
  const Section = sections[chosen]
  const entry = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: in a narrow pane the list scrolls, and what is chosen is to be seen
  useEffect(() => {
    void entry.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
  }, [chosen])

  function onKeyDown(event: KeyboardEvent): void {
    const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's'
    if (!isSave || event.defaultPrevented || !ofConfig.has(chosen)) return
    event.preventDefault()
    if (!desk.stores.files.getState().drafts[keyIn(workspaceId, config)]) return
    // Saved is only what was seen: the first press shows it, another one saves; a key that is held down does not.
    if (!review) setReview(true)
    else if (!event.repeat) void verbs.saveFile.run(desk, config)
  }

  return (
    <div className={styles.pane}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only takes the key that saves, from whatever has the focus */}
      <div className={styles.frame} onKeyDown={onKeyDown}>
        <nav className={styles.nav} aria-label={words.contract.label}>
          {contractSections.map((section) => (
            <button
              key={section}
              ref={section === chosen ? entry : undefined}
              type="button"
              className={styles.entry}
              aria-current={section === chosen ? 'page' : undefined}
              aria-controls={id}
              onClick={() => void verbs.showSection.run(desk, section)}
            >
              {words.contract.sections[section]}
            </button>
          ))}
        </nav>
        <div className={styles.beside}>
          <section className={styles.part} id={id} aria-label={words.contract.sections[chosen]}>
            <Section key={workspaceId} workspaceId={workspaceId} visible={visible} />
          </section>
          {ofConfig.has(chosen) && <ConfigBar workspaceId={workspaceId} open={review} onOpen={setReview} />}
        </div>
      </div>
    </div>
  )
}

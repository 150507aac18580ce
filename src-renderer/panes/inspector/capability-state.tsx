import type { CapabilityState } from '@contract'
import { capabilityMark, words } from '../../state/index.ts'
import { Dot } from '../../ui/index.ts'
import styles from './inspector.module.css'

/** How a server or an app stood when the package was frozen. */
export function CapabilityMark({ state }: { state: CapabilityState | undefined }) {
  const mark = state
    ? capabilityMark(state)
    : ({ tone: 'off', word: words.inspector.model.notTried } as const)
  return (
    <b className={styles.state} data-tone={mark.tone}>
      <Dot tone={mark.tone === 'needs' ? 'risk' : mark.tone} /> {mark.word}
    </b>
  )
}

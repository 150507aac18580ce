import type { RunView } from '@contract'
import { words } from '../../state/index.ts'
import { age, Dot, useNow } from '../../ui/index.ts'
import styles from './run.module.css'

/** Silence shorter than this, in milliseconds, is not worth a word. */
const shortSilence = 1500

/** Between events: always with an age and the last thing that is known. */
export function WaitingRow({ run }: { run: RunView }) {
  const now = useNow(true)
  const silence = Math.max(0, now - run.lastTime)
  const text = lineOf(run, age(silence))
  const isQuick = run.state === 'running' && silence < shortSilence
  return (
    <p className={styles.waiting} data-quick={isQuick}>
      <Dot tone={run.state === 'stopping' || run.state === 'queued' ? 'idle' : 'running'} />
      {text}
    </p>
  )
}

function lineOf(run: RunView, silence: string): string {
  if (run.state === 'queued') return `${words.run.states.queued}, ${silence}`
  if (run.state === 'stopping') return `${words.run.states.stopping}, ${silence}`
  if (run.state === 'starting' && run.stage) return words.run.starting(words.run.stages[run.stage], silence)
  const last = run.items.at(-1)
  if (!last) return words.run.waitingFirst(silence)
  const name = last.kind === 'tool' ? last.name : last.kind
  return words.run.waiting(silence, name)
}

import type { RunView } from '@contract'
import { Ban, CircleCheck, CircleX, RotateCcw, Unplug } from 'lucide-react'
import { useCommand, verbs } from '../../commands/index.ts'
import { runMarkOf, words } from '../../state/index.ts'
import { Button, reveal, span } from '../../ui/index.ts'
import styles from './run.module.css'

const icons = { done: CircleCheck, failed: CircleX, hatch: Ban } as const

/** The last line of a run: how it ended, why, and what to do. */
export function EndingRow({ run }: { run: RunView }) {
  const mark = runMarkOf(run)
  const Icon = run.state === 'interrupted' ? Unplug : (icons[mark.tone as keyof typeof icons] ?? CircleCheck)
  const took = span((run.endedAt ?? run.lastTime) - (run.startedAt ?? run.queuedAt))
  return (
    <div className={styles.ending} data-tone={mark.tone}>
      <p className={styles.endLine}>
        <Icon size={14} aria-hidden />
        <b>
          {run.state === 'completed'
            ? words.run.done(took)
            : run.state === 'stopped'
              ? words.run.stopped(took)
              : mark.word}
        </b>
        {run.state !== 'completed' && <Retry run={run} />}
      </p>
      {run.fault && (
        <div className={styles.why} role="alert">
          <p>{reveal(run.fault.message)}</p>
          {run.fault.hint && <p>{reveal(run.fault.hint)}</p>}
          <p className={styles.code}>
            {[run.fault.owner, run.fault.code, run.fault.stage, placeOf(run.fault.at)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      )}
    </div>
  )
}

const placeOf = (at: { file: string; line?: number } | undefined) =>
  at ? words.run.finding(at.line ? `${at.file}:${at.line}` : at.file) : null

function Retry({ run }: { run: RunView }) {
  const { can, run: retry } = useCommand(verbs.retryRun, run)
  return (
    <Button
      size="small"
      icon={RotateCcw}
      disabled={can !== true}
      title={can === true ? words.run.retryNote : can}
      onClick={retry}
    >
      {words.run.retry}
    </Button>
  )
}

import { type Diagnostic, type RunView, type StageName, stageNames } from '@contract'
import { ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useDesk, useFrom } from '../../commands/index.ts'
import { words } from '../../state/index.ts'
import { Button, clock, fullTime, reveal, Skeleton, span } from '../../ui/index.ts'
import { Place } from './place.tsx'
import { type StageRow, stageRows } from './stage-rows.ts'
import styles from './stages.module.css'

const say = words.inspector

/** How long the stages took; opened, when each ended and what it found. */
export function Stages({ run }: { run: RunView }) {
  const [open, setOpen] = useState(false)
  const { stageMs, findings } = run
  const taken = stageNames.flatMap((stage) => {
    const ms = stageMs[stage]
    return ms === undefined ? [] : [{ stage, ms }]
  })
  if (taken.length === 0) return null
  const total = taken.reduce((sum, { ms }) => sum + ms, 0)
  return (
    <div className={styles.timings}>
      <div className={styles.bar} aria-hidden>
        {taken.map(({ stage, ms }) => (
          <span key={stage} data-stage={stage} style={{ flexGrow: Math.max(ms, total / 200) }} />
        ))}
      </div>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          data-has={findings.length > 0}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight size={12} aria-hidden />
          {say.stages.title}
          {findings.length > 0 && <em>{say.stages.findings(findings.length)}</em>}
        </button>
        <ul aria-label={say.timings}>
          <li>
            {say.total} <b>{span(total)}</b>
          </li>
          {taken.map(({ stage, ms }) => (
            <li key={stage} title={words.run.stages[stage]}>
              <i data-stage={stage} aria-hidden /> {say.stageNames[stage]} <b>{span(ms)}</b>
            </li>
          ))}
        </ul>
      </div>
      {open && <StageList run={run} />}
    </div>
  )
}

/** From the log, since only it knows which stage found what, and when. */
function StageList({ run }: { run: RunView }) {
  const { link } = useDesk()
  const sessionId = useFrom('selection', (state) => state.sessionId)
  const log = useFrom('activity', ({ logs }) => (sessionId ? logs[sessionId] : undefined))
  const wanted = !log?.complete && !log?.fault
  useEffect(() => {
    if (wanted && sessionId) void link.readLog(sessionId)
  }, [wanted, sessionId, link])
  const rows = useMemo(() => stageRows(log?.envelopes ?? [], run.id), [log, run.id])
  if (log?.fault && !log.complete)
    return (
      <div className={styles.list}>
        <p className={styles.failed} role="alert">
          {say.stages.failed}: {log.fault.message}{' '}
          <Button size="small" onClick={() => sessionId && void link.readLog(sessionId)}>
            {words.common.tryAgain}
          </Button>
        </p>
        <Findings findings={run.findings} />
      </div>
    )
  if (!log?.complete) return <Skeleton lines={3} label={say.stages.loading} />
  return (
    <ol className={styles.list} aria-label={say.stages.list}>
      {rows.map((row) => (
        <Row key={row.seq} row={row} />
      ))}
    </ol>
  )
}

function Row({ row: { stage, time, ms, findings, fault } }: { row: StageRow }) {
  return (
    <li>
      <p className={styles.row} data-ended={fault !== null}>
        <Mark stage={stage} />
        <span className={styles.name}>
          {say.stageNames[stage]} <small>{fault ? say.stages.endedHere : words.run.stages[stage]}</small>
        </span>
        <span className={styles.found} data-has={findings.length > 0}>
          {findings.length > 0 && say.stages.findings(findings.length)}
        </span>
        <b>{ms !== null && span(ms)}</b>
        <time title={say.stages.at(fullTime(time))}>{clock(time)}</time>
      </p>
      {fault && <p className={styles.fault}>{reveal(fault.message)}</p>}
      <Findings findings={findings} />
    </li>
  )
}

const Mark = ({ stage }: { stage: StageName }) => <i data-stage={stage} aria-hidden />

function Findings({ findings }: { findings: Diagnostic[] }) {
  if (findings.length === 0) return null
  return (
    <ul className={styles.findings}>
      {findings.map(({ severity, code, message, hint, at }) => (
        <li key={`${code}:${at.file}:${at.line}:${message}`}>
          <b data-severity={severity}>{words.files.severity[severity]}</b>
          <span>
            {reveal(message)} {hint && <small>{reveal(hint)}</small>}
          </span>
          <Place path={at.file} line={at.line} />
        </li>
      ))}
    </ul>
  )
}

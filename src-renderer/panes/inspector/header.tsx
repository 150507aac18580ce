import { type RunView, type StageName, stageNames } from '@contract'
import { useState } from 'react'
import { attempt, useDesk, useSelect, verbs } from '../../commands/index.ts'
import { type RunPackage, runMark, select, words } from '../../state/index.ts'
import { clock, Pick, Pill, shortHash, span } from '../../ui/index.ts'
import styles from './header.module.css'
import { inShort } from './in-short.ts'

const say = words.inspector
type HashName = keyof typeof say.hashes

/** Which run it is, by what digests it is known, and how long its stages took. */
export function Header({ run, given }: { run: RunView; given: RunPackage | null }) {
  const last = given?.snapshots.at(-1)
  const digests: Record<HashName, string | null | undefined> = {
    config: given?.package.configChecksum ?? run.configChecksum,
    package: last?.packageHash ?? run.packageHash,
    request: last?.requestFingerprint ?? run.requestFingerprint,
    policy: given?.package.policyDigest,
  }
  return (
    <header className={styles.header}>
      <div className={styles.facts}>
        <RunPick run={run} />
        {(Object.keys(digests) as HashName[]).map((name) => (
          <Digest key={name} name={name} value={digests[name] ?? null} />
        ))}
        {given && given.snapshots.length > 1 && <Pill>{say.attempts(given.snapshots.length)}</Pill>}
      </div>
      <Timings stageMs={run.stageMs} />
    </header>
  )
}

/** The runs of the session on screen; with only one there is nothing to choose. */
function RunPick({ run }: { run: RunView }) {
  const desk = useDesk()
  const runs = useSelect(select.currentSession)?.runs ?? []
  const mark = runMark(run.state)
  // Who failed it stands in the run's own header; here the state alone has room.
  const nameOf = (one: RunView) => say.runOf(clock(one.queuedAt), runMark(one.state).word)
  if (runs.length < 2)
    return (
      <Pill tone={mark.tone} dot title={run.instruction}>
        {nameOf(run)}
      </Pill>
    )
  return (
    <Pick
      label={say.run}
      value={run.id}
      options={runs.toReversed().map((one, at) => ({
        value: one.id,
        label: nameOf(one),
        note: [at === 0 && say.newest, inShort(one.instruction)].filter(Boolean).join(' · '),
      }))}
      onPick={(id) => {
        const chosen = runs.find((one) => one.id === id)
        if (chosen) attempt(desk, verbs.inspectRun, chosen.id)
      }}
    />
  )
}

/** A digest in short that copies itself; whole in its title. */
function Digest({ name, value }: { name: HashName; value: string | null }) {
  const [copied, setCopied] = useState<string | null>(null)
  if (!value) return null
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => setCopied(value),
      () => setCopied(null),
    )
  return (
    <button
      type="button"
      className={styles.digest}
      title={say.copyHash(say.hashTitles[name], value)}
      aria-label={`${say.copyLabel(say.hashes[name])}: ${shortHash(value)}`}
      onClick={copy}
      onBlur={() => setCopied(null)}
      onPointerLeave={() => setCopied(null)}
    >
      <span>{say.hashes[name]}</span>
      <code>{copied === value ? words.common.copied : shortHash(value)}</code>
    </button>
  )
}

function Timings({ stageMs }: { stageMs: RunView['stageMs'] }) {
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
      <ul aria-label={say.timings}>
        <li>
          {say.total} <b>{span(total)}</b>
        </li>
        {taken.map(({ stage, ms }) => (
          <Timing key={stage} stage={stage} ms={ms} />
        ))}
      </ul>
    </div>
  )
}

function Timing({ stage, ms }: { stage: StageName; ms: number }) {
  return (
    <li title={words.run.stages[stage]}>
      <i data-stage={stage} aria-hidden /> {say.stageNames[stage]} <b>{span(ms)}</b>
    </li>
  )
}

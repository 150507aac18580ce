import type { RunView } from '@contract'
import type { ReactNode } from 'react'
import { attempt, useDesk, useSelect, verbs } from '../../commands/index.ts'
import { type RunPackage, runMark, select, words } from '../../state/index.ts'
import { clock, Pick, Pill, PillButton } from '../../ui/index.ts'
import { Digest } from './digest.tsx'
import styles from './header.module.css'
import { inShort } from './in-short.ts'
import { Stages } from './stages.tsx'

const say = words.inspector
type HashName = keyof typeof say.hashes

interface HeaderProps {
  run: RunView
  given: RunPackage | null
  onAttempts: () => void
  /** What is to be known of the run before anything else of it. */
  children?: ReactNode
}

/** Which run it is, by what digests it is known, and how long its stages took. */
export function Header({ run, given, onAttempts, children }: HeaderProps) {
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
          <Digest key={name} name={say.hashes[name]} title={say.hashTitles[name]} value={digests[name]} />
        ))}
        {given && given.snapshots.length > 1 && (
          <PillButton title={say.attemptsNote} onClick={onAttempts}>
            {say.attempts(given.snapshots.length)}
          </PillButton>
        )}
      </div>
      {children}
      <Stages key={run.id} run={run} />
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

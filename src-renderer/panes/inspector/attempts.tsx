import type { Json, JsonObject, RequestSnapshot } from '@contract'
import { useEffect, useRef } from 'react'
import { words } from '../../state/index.ts'
import { CopyButton, clock, Fold, fullTime, TextDiff } from '../../ui/index.ts'
import styles from './attempts.module.css'
import { Digest } from './digest.tsx'
import inspector from './inspector.module.css'
import { JsonFold, JsonView, jsonText } from './json-fold.tsx'

const say = words.inspector.attempt
const model = words.inspector.model

interface AttemptsProps {
  snapshots: RequestSnapshot[]
  tape: JsonObject | undefined
  asked: object | undefined
}

/** What the host was given each time it was launched: one frozen request per attempt. */
export function Attempts({ snapshots, tape, asked }: AttemptsProps) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (asked) place.current?.scrollIntoView({ block: 'start' })
  }, [asked])
  return (
    <section ref={place} className={styles.attempts} aria-label={model.requests}>
      <h3 className={inspector.heading}>{model.requests}</h3>
      {tape && <JsonFold name={model.tape} value={tape} />}
      {snapshots.length === 0 && <p className={inspector.note}>{say.none}</p>}
      {snapshots.map((snapshot, at) => (
        <Attempt key={snapshot.attempt} snapshot={snapshot} before={snapshots[at - 1] ?? null} />
      ))}
    </section>
  )
}

function Attempt({ snapshot, before }: { snapshot: RequestSnapshot; before: RequestSnapshot | null }) {
  const { attempt, time, request, requestFingerprint, manifestFingerprint, packageHash } = snapshot
  const isSame = before !== null && comparable(before.request) === comparable(request)
  const name = model.attempt(attempt)
  return (
    <Fold
      head={
        <>
          <span className={inspector.name}>{name}</span>
          {before && (
            <span className={styles.short} data-same={isSame}>
              {isSame ? say.sameShort(before.attempt) : say.otherShort(before.attempt)}
            </span>
          )}
          <time className={`${inspector.tokens} ${inspector.end}`} title={fullTime(time)}>
            {clock(time)}
          </time>
        </>
      }
      side={<CopyButton label={model.copy} doneLabel={words.common.copied} text={() => jsonText(request)} />}
    >
      {() => (
        <section aria-label={name}>
          <p className={styles.prints}>
            <Digest name={say.prints.request} title={say.printTitles.request} value={requestFingerprint} />
            <Digest name={say.prints.manifest} title={say.printTitles.manifest} value={manifestFingerprint} />
            <Digest name={say.prints.package} title={say.printTitles.package} value={packageHash} />
          </p>
          {before && isSame && <p className={styles.label}>{say.same(before.attempt)}</p>}
          {before && !isSame && (
            <>
              <p className={styles.label}>{say.since(before.attempt)}</p>
              <TextDiff
                label={say.since(before.attempt)}
                before={comparable(before.request)}
                after={comparable(request)}
                skipped={words.inspector.compare.skipped}
              />
            </>
          )}
          <p className={styles.label}>{say.request}</p>
          <JsonView name={say.json(attempt)} value={request} />
        </section>
      )}
    </Fold>
  )
}

/** A request as lines to compare: without its number, keys in one order, and long texts line by line. */
function comparable({ attempt: _, ...request }: JsonObject): string {
  const text = JSON.stringify(sorted(request), null, 2)
  return text.replace(/\\(.)/g, (escaped, letter) => (letter === 'n' ? '\\n\n' : escaped))
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, entry]) => [key, sorted(entry)]))
}

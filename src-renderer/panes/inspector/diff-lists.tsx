import type {
  AbsentTool,
  CapabilityFact,
  PackageDiff,
  PackagedTool,
  PromptSection,
  ToolChange,
} from '@contract'
import type { ReactNode } from 'react'
import { attempt, useDesk, verbs } from '../../commands/index.ts'
import { words } from '../../state/index.ts'
import { reveal, shortHash, TextDiff } from '../../ui/index.ts'
import { configFile, keyBehind } from './cause.ts'
import compare from './compare.module.css'
import { Became, List } from './diff-entry.tsx'
import styles from './inspector.module.css'
import { Place } from './place.tsx'

const say = words.inspector.compare
const isDigest = (text: string) => /^[0-9a-f]{32,}$/.test(text)
const json = (value: unknown) => JSON.stringify(value, null, 2)

/** Every kind of difference that there is, the cause before what it caused; a kind without one is left out. */
export function DiffLists({ diff }: { diff: PackageDiff }) {
  return (
    <>
      <List
        title={say.files}
        changes={diff.files}
        keyOf={({ path }) => path}
        nameOf={({ path }) => <Place path={path} />}
        about={({ sha256 }) => <code title={sha256}>{shortHash(sha256)}</code>}
      />
      <Facts facts={diff.facts} />
      <List
        title={say.sections}
        changes={diff.sections}
        keyOf={({ id }) => id}
        nameOf={({ title, origin }) => (
          <>
            {reveal(title)}{' '}
            {origin.kind === 'file' ? (
              <Place path={origin.file} line={origin.line} />
            ) : (
              <small className={compare.runtime} title={words.inspector.prompt.runtimeNote}>
                {say.runtime}
              </small>
            )}
          </>
        )}
        detail={(before, after) => <Texts name={(after ?? before)?.title ?? ''} {...{ before, after }} />}
      />
      <ToolLists diff={diff} />
      <List
        title={say.servers}
        changes={diff.servers}
        keyOf={({ id }) => id}
        nameOf={({ id }) => <code>{reveal(id)}</code>}
        about={(fact) => reveal(stateOf(fact))}
      />
      <List
        title={say.apps}
        changes={diff.apps}
        keyOf={({ id }) => id}
        nameOf={({ id }) => <code>{reveal(id)}</code>}
        about={(fact) => reveal(stateOf(fact))}
      />
      <List
        title={say.skills}
        changes={diff.skills}
        keyOf={({ id }) => id}
        nameOf={({ id, path }) => (
          <>
            <code>{reveal(id)}</code> <Place path={path} />
          </>
        )}
        about={({ description }) => reveal(description)}
      />
      <List
        title={say.commands}
        changes={diff.commands}
        keyOf={({ id }) => id}
        nameOf={({ id }) => <code>/{reveal(id)}</code>}
        about={({ description }) => reveal(description)}
      />
    </>
  )
}

/** Tools that came, went or changed, then the reasons of those that are absent. */
function ToolLists({ diff }: { diff: PackageDiff }) {
  return (
    <>
      <List
        title={say.tools}
        changes={diff.tools}
        keyOf={({ id }) => id}
        nameOf={({ id }) => <code>{reveal(id)}</code>}
        about={({ id, description }) => (
          <>
            {reveal(description.split('\n')[0] ?? '')} <LikelyKey value={keyBehind(diff, id)} />
          </>
        )}
        detail={(before, after) => (before && after ? <ToolTexts {...{ before, after }} /> : null)}
        aboutChange={(change) => (change as ToolChange).what.map((trait) => say.traits[trait]).join(', ')}
      />
      <List
        title={say.absences}
        changes={diff.absences}
        keyOf={({ id }) => id}
        nameOf={({ id }) => <code>{reveal(id)}</code>}
        about={(tool) => reveal(whyOf(tool))}
      />
    </>
  )
}

/** What to look at in workspace.yaml for a tool that came or went. */
function LikelyKey({ value }: { value: string | null }) {
  const desk = useDesk()
  if (!value) return null
  return (
    <span className={compare.likely} title={say.likelyNote(value)}>
      {say.likely}{' '}
      <button
        type="button"
        className={styles.place}
        aria-label={say.openKey(value)}
        onClick={() => attempt(desk, verbs.openFile, { path: configFile })}
      >
        {value}
      </button>
    </span>
  )
}

function Facts({ facts }: Pick<PackageDiff, 'facts'>) {
  const shown = (value: string | null): ReactNode =>
    value === null ? (
      say.unset
    ) : isDigest(value) ? (
      <code title={value}>{shortHash(value)}</code>
    ) : (
      <code>{reveal(value)}</code>
    )
  return (
    <List
      title={say.facts}
      changes={{ added: [], removed: [], changed: facts.map((fact) => ({ before: fact, after: fact })) }}
      keyOf={({ name }) => name}
      nameOf={({ name }) => say.factNames[name]}
      aboutChange={({ after: { before, after } }) =>
        `${before}${after}`.includes('\n') ? null : <Became before={shown(before)} after={shown(after)} />
      }
      detail={(_, fact) =>
        fact && `${fact.before}${fact.after}`.includes('\n') ? (
          <TextDiff
            skipped={say.skipped}
            label={say.factNames[fact.name]}
            before={fact.before ?? ''}
            after={fact.after ?? ''}
          />
        ) : null
      }
    />
  )
}

interface Sides<T> {
  before: T | null
  after: T | null
}

function Texts({ name, before, after }: Sides<PromptSection> & { name: string }) {
  return <TextDiff skipped={say.skipped} label={name} before={before?.text ?? ''} after={after?.text ?? ''} />
}

function ToolTexts({ before, after }: { before: PackagedTool; after: PackagedTool }) {
  const schemas = [json(before.schema), json(after.schema)] as const
  return (
    <>
      {before.description !== after.description && (
        <TextDiff
          skipped={say.skipped}
          label={say.description}
          before={before.description}
          after={after.description}
        />
      )}
      {schemas[0] !== schemas[1] && (
        <TextDiff skipped={say.skipped} label={say.schema} before={schemas[0]} after={schemas[1]} />
      )}
    </>
  )
}

function whyOf({ reason, detail }: AbsentTool): string {
  const { why } = words.inspector.reasons[reason]
  return detail ? `${why} (${detail})` : why
}

function stateOf({ state, detail, kind, enabled, mode }: CapabilityFact): string {
  return [
    state ? words.capability.states[state] : words.inspector.model.notTried,
    kind && words.apps[kind],
    mode && words.apps.mode[mode],
    enabled === false && words.inspector.model.disabled,
    detail,
  ]
    .filter(Boolean)
    .join(' · ')
}

import type { CapabilityState, CompiledRun, JsonObject } from '@contract'
import type { ReactNode } from 'react'
import { useSelect } from '../../commands/index.ts'
import { capabilityMark, type RunPackage, select, words } from '../../state/index.ts'
import { CopyButton, clock, Dot, Fold, LongText, reveal, shortHash } from '../../ui/index.ts'
import styles from './inspector.module.css'
import { Place } from './place.tsx'

const say = words.inspector.model
const json = (value: JsonObject) => JSON.stringify(value, null, 2)

/** Who thinks, with what limits, and what stood around: servers, apps, skills; last what the host was given. */
export function ModelView({ given: { package: run, snapshots } }: { given: RunPackage }) {
  return (
    <>
      <Facts run={run} />
      <Capabilities run={run} />
      <Block title={say.skills} none={run.skills.length === 0 ? say.noSkills : null}>
        {run.skills.map(({ id, description, path }) => (
          <li key={id} className={styles.fact}>
            <code>{reveal(id)}</code>
            <span>{reveal(description)}</span>
            <Place path={path} />
          </li>
        ))}
      </Block>
      {run.commands.length > 0 && (
        <Block title={say.commands}>
          {run.commands.map(({ id, description }) => (
            <li key={id} className={styles.fact}>
              <code>/{reveal(id)}</code>
              <span>{reveal(description)}</span>
            </li>
          ))}
        </Block>
      )}
      {run.attachments.length > 0 && (
        <Block title={say.attachments}>
          {run.attachments.map(({ path, sha256 }) => (
            <li key={path} className={styles.fact}>
              <Place path={path} />
              <code title={sha256}>{shortHash(sha256)}</code>
            </li>
          ))}
        </Block>
      )}
      {run.findings.length > 0 && (
        <Block title={say.findings}>
          {run.findings.map(({ severity, code, message, at }) => (
            <li key={`${code}:${at.file}:${at.line}:${message}`} className={styles.fact}>
              <code>{words.files.severity[severity]}</code>
              <span>{reveal(message)}</span>
              <Place path={at.file} line={at.line} />
            </li>
          ))}
        </Block>
      )}
      <h3 className={styles.heading}>{say.requests}</h3>
      {run.tape && <JsonFold name={say.tape} value={run.tape} />}
      {snapshots.map((snapshot) => (
        <JsonFold
          key={snapshot.attempt}
          name={say.attempt(snapshot.attempt)}
          note={`${clock(snapshot.time)} · ${shortHash(snapshot.requestFingerprint)}`}
          value={snapshot.request}
        />
      ))}
    </>
  )
}

function Facts({ run }: { run: CompiledRun }) {
  const { api, provider, model, baseUrl, keyName, contextWindow, maxTokens } = run.model
  const harness = useSelect((stores) => select.harnessOf(stores, run.harness))
  const hasModel = api !== 'none'
  const budgets = Object.keys(run.budgets).length > 0
  const rows: [string, ReactNode][] = [
    [say.rows.kind, words.run.kinds[run.sessionKind]],
    [say.rows.harness, [harness?.title ?? run.harness, harness?.label].filter(Boolean).join(' · ')],
    ...(hasModel
      ? ([
          [say.rows.model, <code key="model">{reveal(model)}</code>],
          [say.rows.provider, reveal(provider)],
          [say.rows.api, api],
          [say.rows.baseUrl, <code key="url">{reveal(baseUrl)}</code>],
          [say.rows.key, keyName ? say.keyName(keyName) : say.noKey],
        ] satisfies [string, ReactNode][])
      : ([[say.rows.model, say.noModel]] satisfies [string, ReactNode][])),
    ...(contextWindow ? ([[say.rows.context, say.tokens(contextWindow)]] as [string, ReactNode][]) : []),
    ...(maxTokens ? ([[say.rows.maxTokens, say.tokens(maxTokens)]] as [string, ReactNode][]) : []),
    ...(run.reasoning ? ([[say.rows.reasoning, run.reasoning]] as [string, ReactNode][]) : []),
    [say.rows.budgets, budgets ? <code key="budgets">{json(run.budgets)}</code> : say.noBudgets],
    ...(run.outputFormat
      ? ([[say.rows.outputFormat, <code key="format">{json(run.outputFormat)}</code>]] as [
          string,
          ReactNode,
        ][])
      : []),
  ]
  return (
    <>
      <h3 className={styles.heading}>{say.run}</h3>
      <dl className={`${styles.rows} ${styles.inset}`}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** As they were when the package was frozen; the Apps pane says how they are now. */
function Capabilities({ run: { servers, apps, manifest } }: { run: CompiledRun }) {
  const found = new Map(manifest.servers.map((server) => [server.id, server]))
  const reached = new Map(manifest.apps.map((app) => [app.id, app]))
  return (
    <>
      <Block title={say.servers} none={servers.length === 0 ? say.noServers : null}>
        {servers.map(({ id, kind, enabled, mode }) => (
          <li key={id} className={styles.fact}>
            <code>{reveal(id)}</code>
            <State state={found.get(id)?.state} />
            <span>
              {[words.apps[kind], words.apps.mode[mode], !enabled && say.disabled]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <Detail text={found.get(id)?.detail} />
          </li>
        ))}
      </Block>
      <Block title={say.apps} none={apps.length === 0 ? say.noApps : null}>
        {apps.map(({ id, name }) => (
          <li key={id} className={styles.fact}>
            <code>{reveal(id)}</code>
            <State state={reached.get(id)?.state} />
            <span>{reveal(name)}</span>
            <Detail text={reached.get(id)?.detail} />
          </li>
        ))}
      </Block>
    </>
  )
}

function State({ state }: { state: CapabilityState | undefined }) {
  const mark = state ? capabilityMark(state) : ({ tone: 'off', word: say.notTried } as const)
  return (
    <b className={styles.state} data-tone={mark.tone}>
      <Dot tone={mark.tone === 'needs' ? 'risk' : mark.tone} /> {mark.word}
    </b>
  )
}

const Detail = ({ text }: { text: string | undefined }) => (text ? <em>{reveal(text)}</em> : null)

function Block({ title, none, children }: { title: string; none?: string | null; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      {none ? <p className={styles.note}>{none}</p> : <ul>{children}</ul>}
    </section>
  )
}

function JsonFold({ name, note, value }: { name: string; note?: string; value: JsonObject }) {
  return (
    <Fold
      head={
        <>
          <span className={styles.name}>{name}</span>
          {note && <span className={styles.tokens}>{note}</span>}
        </>
      }
      side={<CopyButton label={say.copy} doneLabel={words.common.copied} text={() => json(value)} />}
    >
      {() => <LongText label={name} text={json(value)} moreLabel={words.inspector.prompt.showAll} />}
    </Fold>
  )
}

import type { CompiledRun, JsonObject } from '@contract'
import type { ReactNode } from 'react'
import { useSelect } from '../../commands/index.ts'
import { type RunPackage, select, words } from '../../state/index.ts'
import { reveal, shortHash } from '../../ui/index.ts'
import { Attempts } from './attempts.tsx'
import { CapabilityMark } from './capability-state.tsx'
import styles from './inspector.module.css'
import { Place } from './place.tsx'

const say = words.inspector.model
const json = (value: JsonObject) => JSON.stringify(value, null, 2)

interface ModelProps {
  given: RunPackage
  /** The attempts are brought into view; a new object asks again. */
  attemptsAsked: object | undefined
}

/** Who thinks, with what limits, and what stood around: servers, apps, skills; last what the host was given. */
export function ModelView({ given: { package: run, snapshots }, attemptsAsked }: ModelProps) {
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
      <Attempts snapshots={snapshots} tape={run.tape} asked={attemptsAsked} />
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
            <CapabilityMark state={found.get(id)?.state} />
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
            <CapabilityMark state={reached.get(id)?.state} />
            <span>{reveal(name)}</span>
            <Detail text={reached.get(id)?.detail} />
          </li>
        ))}
      </Block>
    </>
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

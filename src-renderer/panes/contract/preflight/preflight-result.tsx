import type { EnvironmentNeed, Fault, Preflight } from '@contract'
import { CircleCheck, CircleX } from 'lucide-react'
import { useSelect } from '../../../commands/index.ts'
import { capabilityMark, type PreflightWish, select, words } from '../../../state/index.ts'
import { CopyButton, Dot, reveal, shortHash, span, type Tone } from '../../../ui/index.ts'
import parts from '../parts.module.css'
import { FilePlace, FindingList, Heading } from '../parts.tsx'
import { AbsentList } from './absent-list.tsx'
import { CostTable } from './cost-table.tsx'
import styles from './preflight.module.css'

const say = words.trustScreen.preflight

interface ResultProps {
  preflight: Preflight
  asked: PreflightWish['asked']
  /** Something else is chosen above by now. */
  isOther: boolean
}

/** What stops it first, then what is wrong, then what it would be given and what that costs. */
export function PreflightResult({ preflight, asked, isOther }: ResultProps) {
  const { findings, environment, manifest, faults } = preflight
  return (
    <>
      <Verdict preflight={preflight} asked={asked} isOther={isOther} />
      {faults.length > 0 && (
        <section aria-label={say.stops}>
          <ul className={parts.list}>
            {faults.map((fault) => (
              <FaultItem key={`${fault.code}:${fault.message}`} fault={fault} />
            ))}
          </ul>
        </section>
      )}
      {findings.length > 0 && (
        <section aria-label={say.findings}>
          <Heading title={say.findings} many={findings.length} />
          <FindingList findings={findings} />
        </section>
      )}
      {environment.length > 0 && <Environment needs={environment} />}
      {manifest && <Capabilities manifest={manifest} discovery={preflight.discovery} />}
      {manifest && <AbsentList absent={manifest.absent} />}
      <CostTable sections={preflight.sections} tools={preflight.tools} />
      <Facts preflight={preflight} />
    </>
  )
}

function Verdict({ preflight: { faults, live }, asked, isOther }: ResultProps) {
  const harness = useSelect((stores) => (asked ? select.harnessOf(stores, asked.harness) : null))
  const stops = faults.length > 0
  const Icon = stops ? CircleX : CircleCheck
  return (
    <div className={styles.verdict} data-tone={stops ? 'failed' : 'done'} role="status">
      <Icon size={16} aria-hidden />
      <div>
        <h2>{stops ? say.stops : live ? say.startsLive : say.startsFiles}</h2>
        {asked && (
          <p>
            {say.of(
              words.run.kinds[asked.kind],
              harness?.title ?? asked.harness,
              live ? say.fromLive : say.fromFiles,
            )}
            {isOther && <em> {say.other}</em>}
          </p>
        )}
      </div>
    </div>
  )
}

function FaultItem({ fault }: { fault: Fault }) {
  return (
    <li className={parts.row}>
      <Dot tone="failed" />
      <span className={parts.said}>
        <b>{reveal(fault.message)}</b> {fault.hint && <em>{reveal(fault.hint)}</em>}
        <small className={styles.owner}>
          {say.stopsOwner(words.inspector.owners[fault.owner])} · <code>{fault.code}</code>
        </small>
      </span>
      {fault.at && <FilePlace at={fault.at} />}
    </li>
  )
}

const needTone: Record<EnvironmentNeed['state'], Tone> = {
  set: 'done',
  missing: 'failed',
  not_granted: 'risk',
}

/** What is missing before what is there. */
function Environment({ needs }: { needs: EnvironmentNeed[] }) {
  const order: EnvironmentNeed['state'][] = ['missing', 'not_granted', 'set']
  const sorted = needs.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  return (
    <section aria-label={say.environment}>
      <Heading title={say.environment} many={needs.length} />
      <ul className={parts.list}>
        {sorted.map(({ name, destination, state }) => (
          <li key={`${name}:${destination}`} className={parts.row}>
            <Dot tone={needTone[state]} />
            <span className={parts.said}>
              <code>{reveal(name)}</code> <em>{say.to}</em> {reveal(destination)}
            </span>
            <span className={styles.state} data-tone={needTone[state]}>
              {say.environmentStates[state]}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface CapabilitiesProps {
  manifest: NonNullable<Preflight['manifest']>
  discovery: string[]
}

function Capabilities({ manifest: { servers, apps }, discovery }: CapabilitiesProps) {
  const lines = [
    ...servers.map((one) => ({ ...one, kind: say.server })),
    ...apps.map((one) => ({ ...one, kind: say.app })),
  ]
  if (lines.length === 0) return null
  return (
    <section aria-label={say.capabilities}>
      <Heading title={say.capabilities} many={lines.length} />
      <ul className={parts.list}>
        {lines.map(({ kind, id, state, detail }) => {
          const mark = capabilityMark(state)
          return (
            <li key={`${kind}:${id}`} className={parts.row}>
              <Dot tone={mark.tone} />
              <span className={parts.said}>
                <b>{reveal(id)}</b> <em>{kind}</em> {detail && <em>· {reveal(detail)}</em>}
              </span>
              <span className={styles.state} data-tone={mark.tone}>
                {mark.word}
              </span>
            </li>
          )
        })}
      </ul>
      {discovery.length > 0 && (
        <p className={parts.note}>
          {say.discovery} {discovery.map(reveal).join(', ')}
        </p>
      )}
    </section>
  )
}

function Facts({ preflight: { model, configChecksum, stageMs } }: { preflight: Preflight }) {
  return (
    <section aria-label={say.facts}>
      <Heading title={say.facts} />
      <dl className={styles.facts}>
        <dt>{say.model}</dt>
        <dd>
          {model ? (
            <>
              <code>{reveal(model.name)}</code> <small>{reveal(model.baseUrl)}</small>
            </>
          ) : (
            say.noModel
          )}
        </dd>
        <dt>{say.stages}</dt>
        <dd>
          {Object.entries(stageMs).map(([stage, ms]) => (
            <span key={stage} className={styles.stage}>
              {stage} <b>{span(ms)}</b>
            </span>
          ))}
        </dd>
        <dt>{say.checksum}</dt>
        <dd className={styles.checksum}>
          {configChecksum ? (
            <>
              <code title={configChecksum}>{shortHash(configChecksum)}</code>
              <CopyButton label={say.copy} doneLabel={words.common.copied} text={() => configChecksum} />
            </>
          ) : (
            say.noChecksum
          )}
        </dd>
      </dl>
    </section>
  )
}

import { type ImportPlan, importProducts } from '@contract'
import { CircleCheck, FolderInput } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { attempt, noImport, useCommand, useDesk, useFrom, verbs } from '../../../commands/index.ts'
import { type ImportDraft, words } from '../../../state/index.ts'
import { Button, EmptyState, Skeleton } from '../../../ui/index.ts'
import { FaultState } from '../../fault-state.tsx'
import parts from '../parts.module.css'
import { FaultLine, FilePlace, FindingList, Heading } from '../parts.tsx'
import type { SectionProps } from '../section.ts'
import styles from './import.module.css'
import { ImportItems } from './import-items.tsx'
import { PreviewScreen } from './preview-screen.tsx'

const say = words.trustScreen.importing

/** What other products left in the folder, as it would become part of this workspace. */
export function ImportSection({ workspaceId, visible }: SectionProps) {
  const { link, stores } = useDesk()
  const plan = useFrom('contract', ({ imports }) => imports[workspaceId])
  const draft = useFrom('contract', ({ importDrafts }) => importDrafts[workspaceId]) ?? noImport
  const isAsked = useFrom('contract', ({ asked }) => asked === workspaceId)
  useEffect(() => {
    if (visible) void link.load.imports(workspaceId)
  }, [link, workspaceId, visible])
  useEffect(() => {
    if (isAsked) stores.contract.setState({ asked: null })
  }, [isAsked, stores])

  if (draft.preview)
    return <PreviewScreen workspaceId={workspaceId} preview={draft.preview.value} draft={draft} />
  if (plan?.kind === 'error')
    return (
      <FaultState title={say.failed} fault={plan.fault} onRetry={() => void link.load.imports(workspaceId)} />
    )
  if (plan?.kind !== 'ready') return <Skeleton label={say.loading} lines={7} />
  return <PlanScreen plan={plan.value} draft={draft} workspaceId={workspaceId} />
}

interface PlanProps {
  plan: ImportPlan
  draft: ImportDraft
  workspaceId: SectionProps['workspaceId']
}

function PlanScreen({ plan, draft, workspaceId }: PlanProps) {
  if (plan.items.length === 0 && !plan.hasWorkspace) return <Fresh plan={plan} draft={draft} />
  if (plan.items.length === 0 && plan.findings.length === 0 && plan.found.length === 0)
    return (
      <div className={parts.section}>
        <div className={parts.body}>
          {draft.written && <Written paths={draft.written} />}
          <NothingFound lookedFor={plan.lookedFor} />
        </div>
      </div>
    )
  return (
    <div className={parts.section}>
      <div className={parts.body}>
        {draft.written && <Written paths={draft.written} />}
        <div className={parts.lead}>
          <h2>{say.title}</h2>
          <p>
            {say.note} {plan.hasWorkspace && say.intoExisting}
          </p>
        </div>
        <Found plan={plan} />
        <ImportItems plan={plan} draft={draft} workspaceId={workspaceId} />
        {plan.findings.length > 0 && (
          <section aria-label={say.cannot}>
            <Heading title={say.cannot} many={plan.findings.length} />
            <FindingList findings={plan.findings} />
          </section>
        )}
      </div>
      <Foot draft={draft} />
    </div>
  )
}

function Foot({ draft: { fault, busy, ticked } }: { draft: ImportDraft }) {
  const { can, run } = useCommand(verbs.previewImport, undefined)
  return (
    <div className={parts.foot}>
      {fault && <FaultLine title={say.previewFailed} fault={fault.fault} />}
      <div className={parts.buttons}>
        <Button tone="primary" disabled={can !== true} title={can === true ? undefined : can} onClick={run}>
          {busy === 'preview' ? say.previewing : say.preview(ticked.length)}
        </Button>
      </div>
    </div>
  )
}

function Found({ plan: { found } }: { plan: ImportPlan }) {
  return (
    <section aria-label={say.found}>
      <Heading title={say.found} many={found.length} />
      <dl className={styles.found}>
        {found.map(({ product, files }) => (
          <div key={product}>
            <dt>{say.products[product]}</dt>
            <dd>
              {files.map((file) => (
                <FilePlace key={file} at={{ file }} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A folder with nothing in it that says what a run may do. */
function Fresh({ plan, draft }: Omit<PlanProps, 'workspaceId'>) {
  const { can, run } = useCommand(verbs.previewImport, undefined)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div className={parts.section}>
      <div className={parts.body}>
        <EmptyState
          icon={FolderInput}
          title={say.freshTitle}
          text={say.freshText}
          action={
            <Button ref={button} tone="primary" disabled={can !== true} onClick={run}>
              {draft.busy === 'preview' ? say.previewing : say.make}
            </Button>
          }
        />
        {plan.findings.length > 0 && <FindingList findings={plan.findings} />}
      </div>
      {draft.fault && (
        <div className={parts.foot}>
          <FaultLine title={say.previewFailed} fault={draft.fault.fault} />
        </div>
      )}
    </div>
  )
}

function NothingFound({ lookedFor }: Pick<ImportPlan, 'lookedFor'>) {
  const desk = useDesk()
  return (
    <>
      <div className={parts.lead}>
        <h2>{say.emptyTitle}</h2>
        <p>{say.emptyText}</p>
      </div>
      <dl className={styles.found}>
        {importProducts.map((product) => (
          <div key={product}>
            <dt>{say.products[product]}</dt>
            <dd>
              <code>{lookedFor[product].join(', ')}</code>
            </dd>
          </div>
        ))}
      </dl>
      <p className={parts.note}>
        <Button size="small" onClick={() => attempt(desk, verbs.inspectImport, undefined)}>
          {say.again}
        </Button>
      </p>
    </>
  )
}

function Written({ paths }: { paths: string[] }) {
  const desk = useDesk()
  return (
    <div className={styles.written} role="status">
      <CircleCheck size={14} aria-hidden />
      <div>
        <p>
          <b>{say.written}</b>{' '}
          {paths.map((path) => (
            <FilePlace key={path} at={{ file: path }} />
          ))}
        </p>
        <p>{say.writtenNote}</p>
      </div>
      <Button size="small" onClick={() => attempt(desk, verbs.reviewTrust, undefined)}>
        {say.review}
      </Button>
    </div>
  )
}

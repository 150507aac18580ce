import type { ContractEffect, Fault, WorkspaceId } from '@contract'
import { FileWarning, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { previewFile, useDesk, verbs } from '../../commands/index.ts'
import { words } from '../../state/index.ts'
import { Banner, Button, ErrorState, reveal, Skeleton } from '../../ui/index.ts'
import { FaultState } from '../fault-state.tsx'
import { config, useEffectOf, usePreview } from './use-contract.ts'

const say = words.contract

interface WithEffectProps {
  workspaceId: WorkspaceId
  children: (effect: ContractEffect) => ReactNode
}

/** What workspace.yaml means, or the state that stands in its place. */
export function WithEffect({ workspaceId, children }: WithEffectProps) {
  const desk = useDesk()
  const preview = usePreview(workspaceId)
  const { effect, isStale } = useEffectOf(workspaceId)
  const openText = () => void verbs.showSection.run(desk, 'settings')
  if (preview?.kind === 'error')
    return (
      <FaultState
        title={say.failed}
        fault={preview.fault}
        onRetry={() => void previewFile(desk, workspaceId, config)}
      />
    )
  if (preview?.kind !== 'ready') return <Skeleton label={words.common.loading} />
  const errors = preview.value.diagnostics.filter(({ severity }) => severity === 'error')
  const first = errors[0]
  if (!effect)
    return (
      <ErrorState
        title={say.broken(errors.length)}
        message={first?.message ?? ''}
        hint={first?.hint}
        code={first && `${first.at.file}:${first.at.line ?? 1} · ${first.code}`}
        action={<Button onClick={openText}>{say.openText}</Button>}
      />
    )
  return (
    <>
      {isStale && (
        <Banner
          icon={FileWarning}
          tone="failed"
          action={
            <Button size="small" onClick={openText}>
              {say.openText}
            </Button>
          }
        >
          {say.broken(errors.length)} {first && reveal(first.message)} {say.stale}
        </Banner>
      )}
      {children(effect)}
    </>
  )
}

/** An edit that was not made, and why. */
export function EditFault({ fault }: { fault: Fault | null }) {
  if (!fault) return null
  return (
    <div role="alert">
      <Banner icon={TriangleAlert} tone="failed">
        {say.refused}: {reveal(fault.message)} {fault.hint && reveal(fault.hint)}
      </Banner>
    </div>
  )
}

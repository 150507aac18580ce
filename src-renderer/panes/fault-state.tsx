import type { Fault } from '@contract'
import { words } from '../state/index.ts'
import { Button, ErrorState } from '../ui/index.ts'

/** A fault where the pane's content would be, with one button. */
export function FaultState({ title, fault, onRetry }: { title: string; fault: Fault; onRetry?: () => void }) {
  return (
    <ErrorState
      title={title}
      message={fault.message}
      hint={fault.hint}
      code={`${fault.owner} · ${fault.code}`}
      action={onRetry && <Button onClick={onRetry}>{words.common.tryAgain}</Button>}
    />
  )
}

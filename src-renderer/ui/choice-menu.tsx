import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Choices, type PickOption } from './choices.tsx'
import { Tooltip } from './tooltip.tsx'

interface ChoiceMenuProps {
  label: string
  /** Told when the pointer or the focus rests on it. */
  tip: string
  className?: string
  /** For a cell of a grid that arrow keys walk. */
  cell?: string
  value: string
  options: PickOption[]
  onPick: (value: string) => void
  /** What the closed button shows. */
  children: ReactNode
}

/** A button of any look that opens a choice of a few. */
export function ChoiceMenu({
  label,
  tip,
  className,
  cell,
  value,
  options,
  onPick,
  children,
}: ChoiceMenuProps) {
  return (
    <Radix.Root modal={false}>
      <Tooltip text={tip}>
        <Radix.Trigger className={className} aria-label={label} data-cell={cell}>
          {children}
        </Radix.Trigger>
      </Tooltip>
      <Choices value={value} options={options} onPick={onPick} />
    </Radix.Root>
  )
}

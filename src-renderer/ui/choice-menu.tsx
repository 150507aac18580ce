import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './menu.module.css'
import type { PickOption } from './menu.tsx'
import { overlayRef } from './overlay.ts'
import { Tooltip } from './tooltip.tsx'
import { keepMovedFocus } from './use-return-focus.ts'

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
      <Radix.Portal>
        <Radix.Content
          ref={overlayRef}
          onCloseAutoFocus={keepMovedFocus}
          className={styles.content}
          sideOffset={4}
          collisionPadding={8}
          align="start"
        >
          <Radix.RadioGroup value={value} onValueChange={onPick}>
            {options.map((option) => (
              <Radix.RadioItem key={option.value} className={styles.item} value={option.value}>
                <span>
                  <Radix.ItemIndicator>
                    <Check size={14} aria-hidden />
                  </Radix.ItemIndicator>
                </span>
                <span>
                  {option.label}
                  {option.note && <small>{option.note}</small>}
                </span>
              </Radix.RadioItem>
            ))}
          </Radix.RadioGroup>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

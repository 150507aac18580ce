import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import styles from './menu.module.css'
import { overlayRef } from './overlay.ts'
import { keepMovedFocus } from './use-return-focus.ts'

export interface PickOption {
  value: string
  label: string
  note?: string
}

interface ChoicesProps {
  title?: string
  value: string
  options: PickOption[]
  onPick: (value: string) => void
}

/** One of a few, as an open menu, whatever its button looks like. */
export function Choices({ title, value, options, onPick }: ChoicesProps) {
  return (
    <Radix.Portal>
      <Radix.Content
        ref={overlayRef}
        onCloseAutoFocus={keepMovedFocus}
        className={styles.content}
        sideOffset={4}
        collisionPadding={8}
        align="start"
      >
        {title && <Radix.Label className={styles.label}>{title}</Radix.Label>}
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
  )
}

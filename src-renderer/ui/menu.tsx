import { ChevronDown, type LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Choices, type PickOption } from './choices.tsx'
import { Kbd } from './kbd.tsx'
import styles from './menu.module.css'
import { overlayRef } from './overlay.ts'
import { keepMovedFocus } from './use-return-focus.ts'

export interface MenuEntry {
  id: string
  label: string
  icon?: LucideIcon
  shortcut?: string
  disabled?: boolean
  note?: string
  run: () => void
}

/** A button's menu. `null` in the entries draws a line. */
export function Menu({ trigger, entries }: { trigger: ReactNode; entries: (MenuEntry | null)[] }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          ref={overlayRef}
          onCloseAutoFocus={keepMovedFocus}
          className={styles.content}
          sideOffset={4}
          collisionPadding={8}
          align="end"
        >
          {entries.map((entry, at) =>
            entry ? (
              <MenuLine key={entry.id} entry={entry} />
            ) : (
              <Radix.Separator key={`line-after-${entries[at - 1]?.id}`} className={styles.separator} />
            ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function MenuLine({ entry }: { entry: MenuEntry }) {
  const Icon = entry.icon
  return (
    <Radix.Item className={styles.item} disabled={entry.disabled} onSelect={entry.run}>
      {Icon ? <Icon size={14} aria-hidden /> : <span />}
      <span>
        {entry.label}
        {entry.note && <small>{entry.note}</small>}
      </span>
      {entry.shortcut && <Kbd keys={entry.shortcut} />}
    </Radix.Item>
  )
}

interface PickProps {
  label: string
  value: string
  options: PickOption[]
  disabled?: boolean
  onPick: (value: string) => void
}

/** One of a few: a pill that shows the choice and opens the others. */
export function Pick({ label, value, options, disabled, onPick }: PickProps) {
  const chosen = options.find((option) => option.value === value)
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger
        className={styles.pick}
        aria-label={`${label}: ${chosen?.label ?? value}`}
        disabled={disabled}
      >
        <span>{chosen?.label ?? value}</span>
        <ChevronDown size={12} aria-hidden />
      </Radix.Trigger>
      <Choices title={label} value={value} options={options} onPick={onPick} />
    </Radix.Root>
  )
}

import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './bits.module.css'
import { Kbd } from './kbd.tsx'

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={450} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  )
}

export function Tooltip({
  text,
  shortcut,
  children,
}: {
  text: string
  shortcut?: string
  children: ReactNode
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.tooltip} sideOffset={5} collisionPadding={8}>
          {text}
          {shortcut && <Kbd keys={shortcut} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { CSSProperties, ReactNode } from 'react'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { useCoversEverything } from './overlay.ts'

interface DialogProps {
  title: string
  text?: string
  width?: number
  closeLabel: string
  onClose: () => void
  foot?: ReactNode
  children?: ReactNode
}

/** Mounted means open. Focus goes in, stays in, and returns to where it was. */
export function Dialog({ title, text, width, closeLabel, onClose, foot, children }: DialogProps) {
  useCoversEverything()
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          className={styles.box}
          style={width ? ({ '--dialog-width': `${width}px` } as CSSProperties) : undefined}
          aria-describedby={undefined}
        >
          <div className={styles.head}>
            <Radix.Title className={styles.title}>{title}</Radix.Title>
            <IconButton label={closeLabel} icon={X} onClick={onClose} />
          </div>
          {text && <Radix.Description className={styles.text}>{text}</Radix.Description>}
          {children && <div className={styles.body}>{children}</div>}
          {foot && <div className={styles.foot}>{foot}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

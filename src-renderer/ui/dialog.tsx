import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { useCoversEverything } from './overlay.ts'
import { useReturnFocus } from './use-return-focus.ts'

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
  const box = useRef<HTMLDivElement>(null)
  const onCloseAutoFocus = useReturnFocus()
  // What asks for the focus by itself has it by now; the close button must not, or its tooltip takes the first Esc.
  const onOpenAutoFocus = (event: Event) => {
    event.preventDefault()
    if (!box.current?.contains(document.activeElement)) box.current?.focus()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          ref={box}
          className={styles.box}
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={onCloseAutoFocus}
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

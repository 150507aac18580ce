import type { LucideIcon } from 'lucide-react'
import { type ButtonHTMLAttributes, forwardRef, type MouseEvent } from 'react'
import styles from './button.module.css'
import { Kbd } from './kbd.tsx'
import { Tooltip } from './tooltip.tsx'

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'type'>

interface ButtonProps extends Native {
  tone?: 'plain' | 'primary' | 'ghost' | 'danger'
  size?: 'normal' | 'small'
  icon?: LucideIcon
  shortcut?: string
  /** A disabled button keeps its place in the tab order, so that its reason can be read. */
  disabled?: boolean
  submit?: boolean
}

/** Stops a click on a button that only looks disabled. */
const guard =
  (disabled: boolean | undefined, onClick: Native['onClick']) => (event: MouseEvent<HTMLButtonElement>) => {
    if (disabled) event.preventDefault()
    else onClick?.(event)
  }

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  {
    tone = 'plain',
    size = 'normal',
    icon: Icon,
    shortcut,
    disabled,
    submit,
    className,
    children,
    onClick,
    ...rest
  },
  ref,
) {
  const names = [styles.button, tone !== 'plain' && styles[tone], size === 'small' && styles.small, className]
  return (
    <button
      {...rest}
      ref={ref}
      type={submit ? 'submit' : 'button'}
      aria-disabled={disabled || undefined}
      className={names.filter(Boolean).join(' ')}
      onClick={guard(disabled, onClick)}
    >
      {Icon && <Icon size={14} aria-hidden />}
      {children}
      {shortcut && <Kbd keys={shortcut} bare />}
    </button>
  )
})

interface IconButtonProps extends Native {
  label: string
  icon: LucideIcon
  shortcut?: string
  disabled?: boolean
  size?: number
}

export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { label, icon: Icon, shortcut, disabled, size = 15, className, onClick, ...rest },
  ref,
) {
  return (
    <Tooltip text={label} shortcut={shortcut}>
      <button
        {...rest}
        ref={ref}
        type="button"
        aria-label={label}
        aria-disabled={disabled || undefined}
        className={[styles.icon, className].filter(Boolean).join(' ')}
        onClick={guard(disabled, onClick)}
      >
        <Icon size={size} aria-hidden />
      </button>
    </Tooltip>
  )
})

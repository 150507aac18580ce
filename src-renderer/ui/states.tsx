import { type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { reveal } from './reveal.ts'
import styles from './states.module.css'

interface StateProps {
  icon: LucideIcon
  title: string
  text?: ReactNode
  action?: ReactNode
}

/** Says what will appear here, and the one thing to do. */
export function EmptyState({ icon: Icon, title, text, action }: StateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.mark}>
        <Icon size={18} aria-hidden />
      </span>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  )
}

interface ErrorProps {
  title: string
  message: string
  hint?: string
  code?: string
  action?: ReactNode
}

/** Says what was tried, what happened, and what the reader can do. */
export function ErrorState({ title, message, hint, code, action }: ErrorProps) {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.mark} data-tone="failed">
        <TriangleAlert size={18} aria-hidden />
      </span>
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{reveal(message)}</p>
      {hint && <p className={styles.text}>{reveal(hint)}</p>}
      {code && <p className={styles.code}>{code}</p>}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  )
}

interface BannerProps {
  tone?: 'idle' | 'risk' | 'failed'
  icon: LucideIcon
  children: ReactNode
  action?: ReactNode
}

export function Banner({ tone = 'idle', icon: Icon, children, action }: BannerProps) {
  return (
    <div className={styles.banner} data-tone={tone} role="note">
      <Icon size={15} aria-hidden />
      <p>{children}</p>
      {action}
    </div>
  )
}

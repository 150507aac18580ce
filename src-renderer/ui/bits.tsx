import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './bits.module.css'

/** One colour per meaning. `hatch`: ended without an end of its own; `off`: not there. */
export type Tone = 'idle' | 'off' | 'running' | 'needs' | 'control' | 'failed' | 'done' | 'risk' | 'hatch'

/** The coloured mark. Give a `label` only where no word stands beside it. */
export function Dot({ tone, label }: { tone: Tone; label?: string }) {
  const named = label ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true }
  return <span className={styles.dot} data-tone={tone} {...named} />
}

interface PillProps {
  tone?: Tone
  dot?: boolean
  mono?: boolean
  title?: string
  children: ReactNode
}

export function Pill({ tone = 'idle', dot, mono, title, children }: PillProps) {
  return (
    <span className={mono ? `${styles.pill} ${styles.mono}` : styles.pill} data-tone={tone} title={title}>
      {dot && <Dot tone={tone} />}
      <span>{children}</span>
    </span>
  )
}

/** A pill that does something, or is chosen (`pressed`). */
export function PillButton({
  pressed,
  mono,
  children,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & { pressed?: boolean; mono?: boolean }) {
  return (
    <button
      {...rest}
      type="button"
      className={mono ? `${styles.pill} ${styles.mono}` : styles.pill}
      data-tone={pressed ? 'running' : 'idle'}
      aria-pressed={pressed}
    >
      <span>{children}</span>
    </button>
  )
}

const boneWidths = [72, 54, 86, 40, 64, 78, 48, 60]

export function Skeleton({ lines = 6, label }: { lines?: number; label: string }) {
  return (
    <div className={styles.bones} role="status" aria-label={label}>
      {boneWidths.slice(0, lines).map((width) => (
        <div key={width} className={styles.bone} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}

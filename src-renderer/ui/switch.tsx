import styles from './switch.module.css'

interface SwitchProps {
  label: string
  on: boolean
  /** The word beside the knob: colour and place are not all that tells. */
  word: string
  title?: string
  disabled?: boolean
  onChange: (on: boolean) => void
}

export function Switch({ label, on, word, title, disabled, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-label={label}
      aria-checked={on}
      aria-disabled={disabled || undefined}
      title={title}
      onClick={() => !disabled && onChange(!on)}
    >
      <span className={styles.track} aria-hidden />
      <span className={styles.word}>{word}</span>
    </button>
  )
}

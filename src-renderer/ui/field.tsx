import { Search } from 'lucide-react'
import type { InputHTMLAttributes } from 'react'
import styles from './dialog.module.css'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: string
  note?: string
  value: string
  onChange: (value: string) => void
}

export function Field({ label, note, value, onChange, ...rest }: FieldProps) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <input
        {...rest}
        className={styles.input}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {note && <small>{note}</small>}
    </label>
  )
}

export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <div className={styles.search}>
      <Search size={13} aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

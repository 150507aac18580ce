import { type InputHTMLAttributes, useEffect, useRef } from 'react'
import styles from './checkbox.module.css'

interface CheckboxProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'checked' | 'onChange' | 'className'> {
  label: string
  /** `some`: of the things it stands for, some are and some are not. */
  checked: boolean | 'some'
  onChange: (checked: boolean) => void
}

/** A tick. Its label is for those who do not see what stands beside it. */
export function Checkbox({ label, checked, onChange, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = checked === 'some'
  }, [checked])
  return (
    <input
      {...rest}
      ref={box}
      type="checkbox"
      className={styles.box}
      aria-label={label}
      checked={checked === true}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

import { useState } from 'react'
import { words } from '../../state/index.ts'
import { shortHash } from '../../ui/index.ts'
import styles from './header.module.css'

const say = words.inspector

interface DigestProps {
  name: string
  /** What it is over. */
  title: string
  value: string | null | undefined
}

/** A digest in short that copies itself; whole in its title. */
export function Digest({ name, title, value }: DigestProps) {
  const [copied, setCopied] = useState<string | null>(null)
  if (!value) return null
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => setCopied(value),
      () => setCopied(null),
    )
  return (
    <button
      type="button"
      className={styles.digest}
      title={say.copyHash(title, value)}
      aria-label={`${say.copyLabel(name)}: ${shortHash(value)}`}
      onClick={copy}
      onBlur={() => setCopied(null)}
      onPointerLeave={() => setCopied(null)}
    >
      <span>{name}</span>
      <code>{copied === value ? words.common.copied : shortHash(value)}</code>
    </button>
  )
}

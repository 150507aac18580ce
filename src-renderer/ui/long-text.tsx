import { useState } from 'react'
import { Button } from './button.tsx'
import { bytes } from './format.ts'
import styles from './long-text.module.css'
import { reveal } from './reveal.ts'

/** How much is drawn before it is asked for, in characters. */
const firstPart = 20_000

interface LongTextProps {
  label: string
  text: string
  moreLabel: (size: string) => string
}

/** Text as it is, in a box of its own with an end to its height. */
export function LongText({ label, text, moreLabel }: LongTextProps) {
  const [all, setAll] = useState(false)
  const shown = all ? text : text.slice(0, firstPart)
  return (
    <div className={styles.long}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>{reveal(shown)}</pre>
      </section>
      {shown.length < text.length && (
        <Button size="small" onClick={() => setAll(true)}>
          {moreLabel(bytes(text.length))}
        </Button>
      )}
    </div>
  )
}

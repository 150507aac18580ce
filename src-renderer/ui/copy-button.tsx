import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'

/** Copies `text` and says so for a moment. */
export function CopyButton({
  label,
  doneLabel,
  text,
}: {
  label: string
  doneLabel: string
  text: () => string
}) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 1600)
    return () => clearTimeout(timer)
  }, [done])
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setDone(true),
      () => setDone(false),
    )
  return <IconButton label={done ? doneLabel : label} icon={done ? Check : Copy} size={14} onClick={copy} />
}

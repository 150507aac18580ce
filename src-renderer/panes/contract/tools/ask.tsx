import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { words } from '../../../state/index.ts'
import { Button } from '../../../ui/index.ts'
import styles from './tools.module.css'
import type { AllowlistVerbs, Ask as AskOf } from './use-allowlist.ts'

const say = words.contract.tools

/** What else the change would do, before it is made. */
export function Ask({ ask, onAnswer }: { ask: AskOf; onAnswer: AllowlistVerbs['answer'] }) {
  const leave = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const from = document.activeElement
    leave.current?.focus()
    return () => {
      if (from instanceof HTMLElement && from.isConnected) from.focus()
    }
  }, [])
  const { off } = ask
  return (
    <div className={styles.ask} role="alertdialog" aria-label={ask.text}>
      <CircleAlert size={15} aria-hidden />
      <p>{ask.text}</p>
      <span>
        <Button size="small" onClick={() => onAnswer(ask.yes)}>
          {say.goOn}
        </Button>
        {off && (
          <Button size="small" onClick={() => onAnswer(off)}>
            {say.turnOff(ask.source)}
          </Button>
        )}
        <Button ref={leave} size="small" tone="ghost" onClick={() => onAnswer(null)}>
          {say.cancel}
        </Button>
      </span>
    </div>
  )
}

import type { EffectSource } from '@contract'
import { type FormEvent, useState } from 'react'
import { words } from '../../../state/index.ts'
import { Button } from '../../../ui/index.ts'
import styles from './tools.module.css'
import type { AllowlistVerbs } from './use-allowlist.ts'

const say = words.contract.tools

/** For a tool that was never listed: its name by hand. */
export function NameTool({ source, verbs }: { source: EffectSource; verbs: AllowlistVerbs }) {
  const [name, setName] = useState('')
  const isName = /^[^\s.]\S*$/.test(name)
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isName) return
    verbs.name(source, [`${source.id}.${name}`])
    setName('')
  }
  return (
    <form className={styles.byHand} onSubmit={submit}>
      <label>
        <span>{say.nameOne}</span>
        <span className={styles.prefixed}>
          <code>{source.id}.</code>
          <input
            spellCheck={false}
            autoComplete="off"
            aria-label={`${say.nameOne}: ${source.id}`}
            placeholder={say.namePlace}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </span>
      </label>
      <Button size="small" submit disabled={!isName}>
        {say.nameAdd}
      </Button>
    </form>
  )
}

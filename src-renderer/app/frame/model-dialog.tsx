import type { Fault, ModelChoice } from '@contract'
import { useState } from 'react'
import { useDesk, useFrom } from '../../commands/index.ts'
import { ready, valueOf, words } from '../../state/index.ts'
import { Button, Dialog, Field, PillButton } from '../../ui/index.ts'
import styles from './frame.module.css'

const empty: ModelChoice = {
  api: 'openai-completions',
  provider: 'ollama',
  model: '',
  baseUrl: 'http://127.0.0.1:11434/v1',
  keyName: '',
}
const apis = ['openai-completions', 'anthropic-messages'] as const

export function ModelDialog({ onClose }: { onClose: () => void }) {
  const settings = useFrom('product', (state) => valueOf(state.models))
  // The form starts when the settings are there; what is typed is then the operator's.
  if (!settings) return null
  return (
    <ModelForm
      start={settings.choice ?? empty}
      keyState={settings.choice ? settings.key : null}
      onClose={onClose}
    />
  )
}

interface ModelFormProps {
  start: ModelChoice
  /** What main knows of the key of `start`; null: nothing is chosen yet. */
  keyState: keyof typeof words.model.key | null
  onClose: () => void
}

function ModelForm({ start, keyState, onClose }: ModelFormProps) {
  const { link, stores } = useDesk()
  const [choice, setChoice] = useState(start)
  const [sessionKey, setSessionKey] = useState('')
  const [fault, setFault] = useState<Fault | null>(null)
  // It was asked for another name than the one that stands there now.
  const known = choice.keyName === start.keyName && sessionKey === '' ? keyState : null
  const put = (change: Partial<ModelChoice>) => setChoice({ ...choice, ...change })
  const complete =
    choice.provider.trim() !== '' && choice.model.trim() !== '' && /^https?:\/\//.test(choice.baseUrl)

  async function save(): Promise<void> {
    const reply = await link.call('models.write', { ...choice, ...(sessionKey && { sessionKey }) })
    if (!reply.ok) return setFault(reply.fault)
    stores.product.setState({ models: ready(reply.value) })
    onClose()
  }

  return (
    <Dialog
      title={words.model.title}
      text={words.model.text}
      width={480}
      closeLabel={words.common.close}
      onClose={onClose}
      foot={
        <>
          <span className={styles.keyNote} style={{ flex: 1 }}>
            {!complete && words.model.incomplete}
          </span>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button tone="primary" disabled={!complete} onClick={() => void save()}>
            {words.common.save}
          </Button>
        </>
      }
    >
      {fault && (
        <p className={styles.fault} role="alert">
          <b>{words.model.notSaved}.</b> {fault.message} {fault.hint}
        </p>
      )}
      <fieldset className={styles.group}>
        <legend className={styles.label}>{words.model.api}</legend>
        {apis.map((api) => (
          <PillButton
            key={api}
            pressed={choice.api === api}
            style={{ marginRight: 6 }}
            onClick={() => put({ api })}
          >
            {words.model.apis[api]}
          </PillButton>
        ))}
      </fieldset>
      <div className={styles.two}>
        <Field
          label={words.model.provider}
          value={choice.provider}
          onChange={(provider) => put({ provider })}
        />
        <Field
          label={words.model.model}
          value={choice.model}
          autoFocus
          onChange={(model) => put({ model })}
        />
      </div>
      <Field label={words.model.baseUrl} value={choice.baseUrl} onChange={(baseUrl) => put({ baseUrl })} />
      <Field
        label={words.model.keyName}
        note={words.model.keyNameNote}
        value={choice.keyName}
        onChange={(keyName) => put({ keyName })}
      />
      <Field
        label={words.model.sessionKey}
        note={words.model.sessionKeyNote}
        type="password"
        value={sessionKey}
        onChange={setSessionKey}
      />
      {known && (
        <p className={styles.keyNote} data-tone={known}>
          {words.model.key[known]}
        </p>
      )}
    </Dialog>
  )
}

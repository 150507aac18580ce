import { type SessionKind, sessionKinds } from '@contract'
import { Cpu } from 'lucide-react'
import { attempt, useDesk, useFrom, useSelect, verbs } from '../../commands/index.ts'
import { type Draft, select, valueOf, words } from '../../state/index.ts'
import { Pick, Pill, PillButton, reveal } from '../../ui/index.ts'
import styles from './composer.module.css'

/** Who runs it, as what kind of session, and with which model where one is needed. */
export function ComposerChoices({
  draft,
  onChange,
}: {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
}) {
  const info = useFrom('product', (state) => valueOf(state.info))
  const harnesses = info?.harnesses ?? []
  const fixedKind = useSelect(select.sessionKind)
  const chosen = harnesses.find((harness) => harness.id === draft.harness)
  return (
    <span className={styles.choices}>
      <Pick
        label={words.composer.harness}
        value={draft.harness}
        options={harnesses.map(({ id, title, label, depth }) => ({
          value: id,
          label: title,
          note: label ?? depth,
        }))}
        onPick={(harness) => onChange({ harness })}
      />
      {fixedKind ? (
        <Pill title={words.composer.fixedKind}>{words.run.kinds[fixedKind]}</Pill>
      ) : (
        <Pick
          label={words.composer.kind}
          value={draft.kind}
          options={sessionKinds.map((kind) => ({ value: kind, label: words.run.kinds[kind] }))}
          onPick={(kind) => onChange({ kind: kind as SessionKind })}
        />
      )}
      {chosen?.needsModel && <ModelButton />}
    </span>
  )
}

function ModelButton() {
  const desk = useDesk()
  const models = useFrom('product', (state) => valueOf(state.models))
  const named = useSelect((stores) => select.currentView(stores)?.agent?.model.replace(/^auto$/, '') ?? '')
  const label = models?.choice ? `${models.choice.provider}/${models.choice.model}` : named
  return (
    <PillButton
      aria-label={`${words.composer.model}: ${label || words.composer.chooseModel}`}
      title={models?.choice ? words.model.key[models.key] : undefined}
      onClick={() => attempt(desk, verbs.chooseModel, undefined)}
    >
      <Cpu size={12} aria-hidden style={{ verticalAlign: '-2px', marginRight: 5 }} />
      {reveal(label) || words.composer.chooseModel}
    </PillButton>
  )
}

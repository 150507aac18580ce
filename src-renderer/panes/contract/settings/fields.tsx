import type { ConfigEdit, Diagnostic, Json } from '@contract'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { words } from '../../../state/index.ts'
import { Button, IconButton, Pick, reveal } from '../../../ui/index.ts'
import { isMapping, type Path, textAt, textsAt, valueAt } from '../json.ts'
import { foundAt, type Placed } from './placed.ts'
import styles from './settings.module.css'

const say = words.contract.settings

/** What every field of the form needs: the values as they are read, what was found in them, and how to change them. */
export interface Form {
  values: Json
  found: Placed[]
  edit: (make: (values: Json) => ConfigEdit[]) => unknown
}

interface FieldProps {
  form: Form
  path: Path
  word: string
}

/** The label, what is below it, and one line that tells the worst finding, or else what belongs here. */
function Labelled({
  word,
  found,
  children,
}: {
  word: string
  found: Diagnostic[]
  children: (ids: Ids) => ReactNode
}) {
  const id = useId()
  const [label, note] = say.fields[word] ?? [word, '']
  const [finding] = found
  return (
    <div className={styles.field} data-severity={finding?.severity}>
      <label htmlFor={id}>{label}</label>
      {children({ id, note: `${id}-note`, label, isInvalid: finding?.severity === 'error' })}
      <small id={`${id}-note`} title={finding && reveal(finding.message)}>
        {finding
          ? `${words.files.severity[finding.severity]}: ${reveal(finding.message)} ${reveal(finding.hint ?? '')}`
          : note}
      </small>
    </div>
  )
}

interface Ids {
  id: string
  note: string
  label: string
  isInvalid: boolean
}

interface InputProps {
  value: string
  onCommit: (value: string) => void
  id?: string
  label?: string
  describedBy?: string
  isInvalid?: boolean
  mono?: boolean
  placeholder?: string
}

/** A line of text that is taken when it is left or Enter is pressed; Esc gives the typing up. */
export function Line({ value, onCommit, id, label, describedBy, isInvalid, mono, placeholder }: InputProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const commit = () => {
    if (typed !== value) onCommit(typed)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter') commit()
    if (event.key !== 'Escape' || typed === value) return
    event.preventDefault()
    setTyped(value)
  }
  return (
    <input
      id={id}
      className={mono ? `${styles.input} ${styles.mono}` : styles.input}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      spellCheck={false}
      autoComplete="off"
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  )
}

/** A text; emptied, its key goes away. */
export function TextField({
  form,
  path,
  word,
  mono,
  asNumber,
}: FieldProps & { mono?: boolean; asNumber?: boolean }) {
  const valueOf = (text: string) => (asNumber && /^\d+$/.test(text) ? Number(text) : text)
  return (
    <Labelled word={word} found={foundAt(form.found, path)}>
      {({ id, note, isInvalid }) => (
        <Line
          id={id}
          describedBy={note}
          isInvalid={isInvalid}
          mono={mono}
          value={textAt(form.values, path)}
          onCommit={(text) => form.edit(() => [text === '' ? { path } : { path, value: valueOf(text) }])}
        />
      )}
    </Labelled>
  )
}

interface ChoiceProps extends FieldProps {
  options: { value: string; label: string; note?: string }[]
}

export function ChoiceField({ form, path, word, options }: ChoiceProps) {
  const value = textAt(form.values, path)
  const known = options.some((option) => option.value === value)
  return (
    <Labelled word={word} found={foundAt(form.found, path)}>
      {({ label }) => (
        <span>
          <Pick
            label={label}
            value={value}
            options={known ? options : [...options, { value, label: value }]}
            onPick={(picked) => form.edit(() => [picked === '' ? { path } : { path, value: picked }])}
          />
        </span>
      )}
    </Labelled>
  )
}

/** A list of texts, one row each. */
export function ListField({ form, path, word }: FieldProps) {
  const items = textsAt(form.values, path)
  const [label] = say.fields[word] ?? [word]
  // Only what stands there: a second click, or Enter and then leaving the row, does not take the next one too.
  const remove = (at: number, item: string) =>
    form.edit((values) => {
      const now = textsAt(values, path)
      if (now[at] !== item) return []
      return [now.length === 1 ? { path } : { path: [...path, at] }]
    })
  return (
    <Labelled word={word} found={foundAt(form.found, path)}>
      {({ id, note }) => (
        <div className={styles.rows}>
          {items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
            <span key={at} className={styles.rowLine}>
              <Line
                mono
                label={say.row(label, at + 1)}
                value={item}
                onCommit={(text) =>
                  text === '' ? remove(at, item) : form.edit(() => [{ path: [...path, at], value: text }])
                }
              />
              <IconButton label={say.remove(item)} icon={X} size={13} onClick={() => remove(at, item)} />
            </span>
          ))}
          <NewRow
            id={id}
            describedBy={note}
            label={say.addRow(label)}
            onAdd={(text) =>
              form.edit((values) => {
                const { length } = textsAt(values, path)
                return [length === 0 ? { path, value: [text] } : { path: [...path, length], value: text }]
              })
            }
          />
        </div>
      )}
    </Labelled>
  )
}

interface NewRowProps {
  id?: string
  describedBy?: string
  label: string
  placeholder?: string
  onAdd: (text: string) => void
}

/** The last row, which makes another one. */
export function NewRow({ id, describedBy, label, placeholder, onAdd }: NewRowProps) {
  const [text, setText] = useState('')
  function add(): void {
    if (text.trim() === '') return
    onAdd(text.trim())
    setText('')
  }
  return (
    <span className={styles.rowLine}>
      <input
        id={id}
        className={`${styles.input} ${styles.mono}`}
        aria-label={label}
        aria-describedby={describedBy}
        spellCheck={false}
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && add()}
      />
      <Button size="small" icon={Plus} disabled={text.trim() === ''} onClick={add}>
        {say.add}
      </Button>
    </span>
  )
}

/** Names with values, such as an environment. */
export function MapField({ form, path, word }: FieldProps) {
  const written = valueAt(form.values, path)
  const entries = isMapping(written) ? Object.entries(written) : []
  const [label] = say.fields[word] ?? [word]
  const remove = (name: string) =>
    form.edit((values) => {
      const now = valueAt(values, path)
      const isLast = isMapping(now) && Object.keys(now).length === 1
      return [{ path: isLast ? path : [...path, name] }]
    })
  return (
    <Labelled word={word} found={foundAt(form.found, path)}>
      {({ id, note }) => (
        <div className={styles.rows}>
          {entries.map(([name, value]) => (
            <span key={name} className={styles.pairLine}>
              <code title={name}>{reveal(name)}</code>
              <Line
                mono
                label={say.rowValue(label, name)}
                value={String(value ?? '')}
                placeholder={say.value}
                onCommit={(text) => form.edit(() => [{ path: [...path, name], value: text }])}
              />
              <IconButton label={say.remove(name)} icon={X} size={13} onClick={() => remove(name)} />
            </span>
          ))}
          <NewRow
            id={id}
            describedBy={note}
            label={say.addRow(label)}
            placeholder={say.name}
            onAdd={(name) => form.edit(() => [{ path: [...path, name], value: '' }])}
          />
        </div>
      )}
    </Labelled>
  )
}

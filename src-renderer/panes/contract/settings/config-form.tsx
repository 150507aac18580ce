import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSelect } from '../../../commands/index.ts'
import { select, words } from '../../../state/index.ts'
import { IconButton, reveal } from '../../../ui/index.ts'
import { FoundLines } from '../found-lines.tsx'
import { textAt, valueAt } from '../json.ts'
import { ChoiceField, type Form, Line, ListField, NewRow, TextField } from './fields.tsx'
import { elsewhere, foundAt, keptKeys } from './placed.ts'
import { Servers } from './server-form.tsx'
import styles from './settings.module.css'

const say = words.contract.settings

/** The keys of workspace.yaml that have a field. */
export function ConfigForm({ form, onLine }: { form: Form; onLine: (line: number) => void }) {
  const harnesses = useSelect(select.harnesses)
  const others = elsewhere(form.found, form.values)
  return (
    <div className={styles.form}>
      {others.length > 0 && (
        <div className={styles.findings}>
          <FoundLines label={say.elsewhere} findings={others} onLine={onLine} />
        </div>
      )}
      <Group title={say.general}>
        <TextField form={form} path={['name']} word="name" />
        <TextField form={form} path={['agents', 'id']} word="id" mono />
        <TextField form={form} path={['agents', 'model']} word="model" mono />
        <TextField form={form} path={['agents', 'role']} word="role" />
        <ChoiceField
          form={form}
          path={['harness']}
          word="harness"
          options={[
            { value: '', label: say.harnessDefault },
            ...harnesses.map(({ id, title, label }) => ({ value: id, label: id, note: label ?? title })),
          ]}
        />
      </Group>
      <Group title={say.prompt}>
        <ListField form={form} path={['prompt', 'include']} word="include" />
      </Group>
      <Group title={say.servers} flush>
        <Servers form={form} />
      </Group>
      <Group title={say.applications}>
        <Applications form={form} />
      </Group>
      <Group title={say.plans}>
        <TextField form={form} path={['plans', 'dir']} word="plansDir" mono />
      </Group>
      <Kept keys={keptKeys(form.found)} />
    </div>
  )
}

function Group({ title, flush, children }: { title: string; flush?: boolean; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h3>{title}</h3>
      <div className={flush ? undefined : styles.fields}>{children}</div>
    </section>
  )
}

function Applications({ form }: { form: Form }) {
  const written = valueAt(form.values, ['applications'])
  const apps = Array.isArray(written) ? written : []
  const [label] = say.fields.configPath ?? ['']
  return (
    <>
      {apps.length === 0 && <p className={styles.none}>{say.noApps}</p>}
      {apps.map((_, at) => {
        const path = ['applications', at]
        const id = textAt(form.values, [...path, 'app_id'])
        const [finding] = foundAt(form.found, path)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an app is its place in the list
          <div key={at} className={styles.app} data-severity={finding?.severity}>
            <span className={styles.pairLine}>
              <code title={id}>{reveal(id)}</code>
              <Line
                mono
                label={`${id}: ${label}`}
                isInvalid={finding?.severity === 'error'}
                value={textAt(form.values, [...path, 'config_path'])}
                onCommit={(text) => form.edit(() => [{ path: [...path, 'config_path'], value: text }])}
              />
              <IconButton
                label={say.remove(id)}
                icon={X}
                size={13}
                onClick={() =>
                  form.edit((values) => {
                    const now = valueAt(values, ['applications'])
                    if (!Array.isArray(now) || textAt(values, [...path, 'app_id']) !== id) return []
                    return [{ path: now.length === 1 ? ['applications'] : path }]
                  })
                }
              />
            </span>
            {finding && <small>{reveal(finding.message)}</small>}
          </div>
        )
      })}
      <NewRow
        label={say.addApp}
        placeholder={say.fields.appId?.[0]}
        onAdd={(id) =>
          form.edit((values) => {
            const now = valueAt(values, ['applications'])
            const app = { app_id: id, config_path: `apps/${id}/app.runtime.yaml` }
            return [
              Array.isArray(now) && now.length > 0
                ? { path: ['applications', now.length], value: app }
                : { path: ['applications'], value: [app] },
            ]
          })
        }
      />
    </>
  )
}

function Kept({ keys }: { keys: string[] }) {
  if (keys.length === 0) return null
  return (
    <section className={styles.group} aria-label={say.kept}>
      <h3>{say.kept}</h3>
      <p className={styles.none}>
        {keys.map((key) => (
          <code key={key}>{reveal(key)}</code>
        ))}
        <span>{say.keptNote}</span>
      </p>
    </section>
  )
}

import { words } from '../../../state/index.ts'
import { Button, Fold, reveal } from '../../../ui/index.ts'
import { isMapping, textAt, textsAt, valueAt } from '../json.ts'
import { ChoiceField, type Form, ListField, MapField, NewRow, TextField } from './fields.tsx'
import { foundAt } from './placed.ts'
import styles from './settings.module.css'

const say = words.contract.settings
const place = ['mcp_registry', 'servers']

/** The servers, one fold each. */
export function Servers({ form }: { form: Form }) {
  const written = valueAt(form.values, place)
  const ids = isMapping(written) ? Object.keys(written) : []
  return (
    <>
      {ids.length === 0 && <p className={styles.none}>{say.noServers}</p>}
      {ids.map((id) => (
        <Server key={id} id={id} form={form} />
      ))}
      <div className={styles.adding}>
        <NewRow
          label={say.addServer}
          placeholder={say.fields.serverId?.[0]}
          onAdd={(id) =>
            form.edit(() => [{ path: [...place, id], value: { type: 'local', command: ['node'] } }])
          }
        />
      </div>
    </>
  )
}

function Server({ id, form }: { id: string; form: Form }) {
  const path = [...place, id]
  const type = textAt(form.values, [...path, 'type'])
  const isRemote = type === 'remote'
  const target = isRemote
    ? textAt(form.values, [...path, 'url'])
    : textsAt(form.values, [...path, 'command']).join(' ')
  const errors = foundAt(form.found, path).filter(({ severity }) => severity === 'error').length
  const isOff = valueAt(form.values, [...path, 'enabled']) === false
  return (
    <Fold
      label={id}
      head={
        <span className={styles.serverHead}>
          <b>{reveal(id)}</b>
          <small>{[type, isOff && say.off].filter(Boolean).join(', ')}</small>
          <code>{reveal(target)}</code>
          {errors > 0 && <em>{words.list.errors(errors)}</em>}
        </span>
      }
    >
      {() => (
        <div className={styles.fields}>
          <ChoiceField
            form={form}
            path={[...path, 'type']}
            word="type"
            options={[
              { value: 'local', label: say.types.local },
              { value: 'remote', label: say.types.remote },
            ]}
          />
          {isRemote ? (
            <TextField form={form} path={[...path, 'url']} word="url" mono />
          ) : (
            <ListField form={form} path={[...path, 'command']} word="command" />
          )}
          <TextField form={form} path={[...path, 'timeout_ms']} word="timeout" mono asNumber />
          <MapField
            form={form}
            path={[...path, isRemote ? 'headers' : 'environment']}
            word={isRemote ? 'headers' : 'environment'}
          />
          <p>
            <Button size="small" onClick={() => form.edit(() => [{ path }])}>
              {say.removeServer(id)}
            </Button>
          </p>
        </div>
      )}
    </Fold>
  )
}

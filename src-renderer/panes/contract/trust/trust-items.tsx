import { type TrustGroup, type TrustItem, trustGroups } from '@contract'
import { tickTrust, useDesk } from '../../../commands/index.ts'
import { isPending, isTickable, type TrustDraft, words } from '../../../state/index.ts'
import { Fold } from '../../../ui/index.ts'
import styles from '../parts.module.css'
import { Heading, TickAll } from '../parts.tsx'
import { TrustLine } from './trust-line.tsx'

const say = words.trustScreen.trust

/** What waits for a word stands first and by itself; what did not change is one line that opens. */
export function TrustItems({ draft }: { draft: TrustDraft }) {
  const { read } = draft
  if (read.status !== 'review') return <Groups draft={draft} items={read.items} />
  const pending = read.items.filter(isPending)
  const others = read.items.filter((item) => !isPending(item))
  return (
    <>
      <Groups draft={draft} items={pending} />
      {others.length > 0 && (
        <div className={styles.list} style={{ marginTop: 14 }}>
          <Fold head={say.before(others.length)}>{() => <Groups draft={draft} items={others} />}</Fold>
        </div>
      )}
    </>
  )
}

function Groups({ draft, items }: { draft: TrustDraft; items: TrustItem[] }) {
  return trustGroups.map((group) => {
    const own = items.filter((item) => item.group === group)
    return own.length > 0 && <Group key={group} draft={draft} group={group} items={own} />
  })
}

function Group({ draft, group, items }: { draft: TrustDraft; group: TrustGroup; items: TrustItem[] }) {
  const { stores } = useDesk()
  const { workspaceId, status } = draft.read
  const ticked = new Set(draft.ticked)
  const onTick = (keys: string[], isTicked: boolean) => tickTrust(stores, workspaceId, keys, isTicked)
  const keys = items.filter(isTickable).map(({ key }) => key)
  const { title, note } = say.would[group]
  const shown = status === 'untrusted' ? title : say.does[group]
  return (
    <section aria-label={shown}>
      <Heading
        title={shown}
        many={items.length}
        note={note}
        end={
          keys.length > 1 && (
            <TickAll
              label={say.all(shown)}
              keys={keys}
              ticked={ticked}
              disabled={draft.busy}
              onTick={onTick}
            />
          )
        }
      />
      <ul className={styles.list}>
        {items.map((item) => (
          <TrustLine
            key={item.key}
            item={item}
            status={status}
            isTicked={ticked.has(item.key)}
            isChanged={draft.changed.includes(item.key)}
            disabled={draft.busy}
            onTick={(isTicked) => onTick([item.key], isTicked)}
          />
        ))}
      </ul>
    </section>
  )
}

import type { ImportItem, ImportPlan } from '@contract'
import { useId } from 'react'
import { tickImport, useDesk } from '../../../commands/index.ts'
import { type ImportDraft, words } from '../../../state/index.ts'
import { Checkbox, reveal } from '../../../ui/index.ts'
import parts from '../parts.module.css'
import { FilePlace, Heading, Lines, TickAll } from '../parts.tsx'
import type { SectionProps } from '../section.ts'

const say = words.trustScreen.importing
const order = Object.keys(say.groups) as ImportItem['group'][]

interface ItemsProps {
  plan: ImportPlan
  draft: ImportDraft
  workspaceId: SectionProps['workspaceId']
}

/** Everything that can be taken over, by kind; nothing is on by itself. */
export function ImportItems({ plan, draft, workspaceId }: ItemsProps) {
  const { stores } = useDesk()
  const ticked = new Set(draft.ticked)
  const onTick = (keys: string[], isTicked: boolean) => tickImport(stores, workspaceId, keys, isTicked)
  return order.map((group) => {
    const own = plan.items.filter((item) => item.group === group)
    if (own.length === 0) return null
    const title = say.groups[group]
    return (
      <section key={group} aria-label={title}>
        <Heading
          title={title}
          many={own.length}
          end={
            own.length > 1 && (
              <TickAll
                label={say.all(title)}
                keys={own.map(({ key }) => key)}
                ticked={ticked}
                onTick={onTick}
              />
            )
          }
        />
        <ul className={parts.list}>
          {own.map((item) => (
            <Item
              key={item.key}
              item={item}
              isTicked={ticked.has(item.key)}
              onTick={(isTicked) => onTick([item.key], isTicked)}
            />
          ))}
        </ul>
      </section>
    )
  })
}

interface ItemProps {
  item: ImportItem
  isTicked: boolean
  onTick: (ticked: boolean) => void
}

function Item({ item: { title, product, lines, at, becomes, note }, isTicked, onTick }: ItemProps) {
  const id = useId()
  return (
    <li className={parts.item} data-off={!isTicked}>
      <Checkbox label={reveal(title)} aria-describedby={id} checked={isTicked} onChange={onTick} />
      <div className={parts.main}>
        <div className={parts.head}>
          <span className={parts.title}>{reveal(title)}</span>
          <span className={parts.mark}>{say.products[product]}</span>
          <FilePlace at={at} />
        </div>
        <Lines lines={lines} />
        <p className={parts.effect} id={id}>
          {say.becomes} <code>{reveal(becomes)}</code>
        </p>
        {note && <p className={parts.small}>{reveal(note)}</p>}
      </div>
    </li>
  )
}

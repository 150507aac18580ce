import type { Preflight, PromptSection } from '@contract'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { words } from '../../../state/index.ts'
import { reveal } from '../../../ui/index.ts'
import parts from '../parts.module.css'
import { FilePlace, Heading } from '../parts.tsx'
import styles from './preflight.module.css'

const say = words.trustScreen.preflight

type Costs = Pick<Preflight, 'sections' | 'tools'>

/** Each section of the prompt and all tools, with their part of the whole. */
export function CostTable({ sections, tools }: Costs) {
  if (sections.length === 0)
    return (
      <section aria-label={say.cost}>
        <Heading title={say.cost} />
        <p className={parts.note}>{say.notReached}</p>
      </section>
    )
  const ofTools = tools.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0)
  const total = sections.reduce((sum, { tokens }) => sum + tokens, 0) + ofTools
  return (
    <section aria-label={say.cost}>
      <Heading title={say.cost} note={say.estimate} />
      <table className={styles.costs}>
        <thead>
          <tr>
            <th scope="col">{say.section}</th>
            <th scope="col" className={styles.wide}>
              <span className="visually-hidden">{say.share}</span>
            </th>
            <th scope="col">{say.tokens}</th>
          </tr>
        </thead>
        <tbody>
          {sections.map((section) => (
            <SectionRow key={section.id} section={section} total={total} />
          ))}
          <ToolRows tools={tools} sum={ofTools} total={total} />
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say.total}</th>
            <td className={styles.wide} />
            <td>{total.toLocaleString('en-US')}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function Share({ of, total }: { of: number; total: number }) {
  const part = total > 0 ? of / total : 0
  return (
    <td className={styles.wide}>
      <span className={styles.share} title={`${Math.round(part * 100)} %`}>
        <i style={{ width: `${Math.max(1, part * 100)}%` }} />
      </span>
    </td>
  )
}

function SectionRow({
  section: { title, origin, tokens },
  total,
}: {
  section: PromptSection
  total: number
}) {
  return (
    <tr>
      <th scope="row">
        {reveal(title)} {origin.kind === 'file' && <FilePlace at={origin} />}
      </th>
      <Share of={tokens} total={total} />
      <td>{tokens.toLocaleString('en-US')}</td>
    </tr>
  )
}

/** One row for all of them, that opens to each; the dearest first. */
function ToolRows({ tools, sum, total }: { tools: Costs['tools']; sum: number; total: number }) {
  const [isOpen, setOpen] = useState(false)
  if (tools.length === 0) return null
  const unknown = tools.filter(({ tokens }) => tokens === null).length
  const sorted = tools.toSorted((one, other) => (other.tokens ?? -1) - (one.tokens ?? -1))
  return (
    <>
      <tr>
        <th scope="row">
          <button
            type="button"
            className={styles.opener}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight size={13} aria-hidden />
            {say.tools(tools.length)}
            {unknown > 0 && <small>{say.toolsUnknown(unknown)}</small>}
          </button>
        </th>
        <Share of={sum} total={total} />
        <td>{sum.toLocaleString('en-US')}</td>
      </tr>
      {isOpen &&
        sorted.map(({ id, tokens }) => (
          <tr key={id} className={styles.tool}>
            <th scope="row">
              <code>{reveal(id)}</code>
            </th>
            {tokens === null ? <td className={styles.wide} /> : <Share of={tokens} total={total} />}
            <td>{tokens?.toLocaleString('en-US') ?? '?'}</td>
          </tr>
        ))}
    </>
  )
}

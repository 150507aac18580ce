import type { BlobRef, Json, ToolItem, ToolSource } from '@contract'
import { useState } from 'react'
import { useDesk } from '../../commands/index.ts'
import { words } from '../../state/index.ts'
import { Button, bytes, CopyButton, reveal } from '../../ui/index.ts'
import styles from './run.module.css'

function sourceOf(source: ToolSource | null): string | null {
  if (!source) return null
  if (source.kind === 'mcp') return words.tool.server(source.server)
  return source.kind === 'app' ? words.tool.app(source.app) : words.tool.builtIn
}

export function ToolDetails({ item }: { item: ToolItem }) {
  const source = sourceOf(item.source)
  return (
    <div className={styles.details}>
      {source && <p className={styles.source}>{[item.toolId, source].join(' · ')}</p>}
      {item.argsRef ? (
        <Blob title={words.tool.args} blob={item.argsRef} />
      ) : (
        <Value title={words.tool.args} text={argsText(item)} />
      )}
      {item.outputText && item.status === 'running' && (
        <Value title={words.tool.output} text={item.outputText} />
      )}
      {item.error && (
        <div className={styles.toolError} role="alert">
          <b>
            {words.tool.error} ({item.error.owner})
          </b>
          <p>{reveal(item.error.message)}</p>
          {item.error.hint && <p>{reveal(item.error.hint)}</p>}
        </div>
      )}
      <Result item={item} />
    </div>
  )
}

function argsText(item: ToolItem): string {
  if (item.status === 'writing') return item.argsText ?? ''
  return Object.keys(item.args).length === 0 ? words.tool.noArgs : JSON.stringify(item.args, null, 2)
}

function Result({ item }: { item: ToolItem }) {
  if (item.status === 'running' || item.status === 'writing') return null
  if (!item.result) return item.error ? null : <p className={styles.source}>{words.tool.none}</p>
  if (item.result.kind === 'blob') return <Blob title={words.tool.result} blob={item.result.ref} />
  return <Value title={words.tool.result} text={textOf(item.result.value)} />
}

const textOf = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

function Value({ title, text }: { title: string; text: string }) {
  return (
    <figure className={styles.value}>
      <figcaption>
        {title}
        <CopyButton label={words.common.copy} doneLabel={words.common.copied} text={() => text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard */}
      <pre tabIndex={0}>{reveal(text)}</pre>
    </figure>
  )
}

/** A big value: its head and tail at once, the rest piece by piece when asked for. */
function Blob({ title, blob }: { title: string; blob: BlobRef }) {
  const { link } = useDesk()
  const [read, setRead] = useState<{ text: string; next: number } | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const isWhole = read !== null && read.next >= blob.bytes

  async function more(): Promise<void> {
    const reply = await link.load.blob(blob.blob, read?.next ?? 0)
    if (!reply.ok) return setFault(reply.fault.message)
    setFault(null)
    setRead({ text: (read?.text ?? '') + reply.value.text, next: reply.value.next })
  }

  const text = read ? read.text : `${blob.head}\n\n…\n\n${blob.tail}`
  return (
    <>
      <Value
        title={`${title} · ${words.tool.blobOf(bytes(read?.next ?? blob.head.length + blob.tail.length), bytes(blob.bytes))}`}
        text={text}
      />
      {fault && <p className={styles.toolError}>{reveal(fault)}</p>}
      {!isWhole && (
        <Button size="small" onClick={() => void more()}>
          {read ? words.tool.readMore : words.tool.readAll}
        </Button>
      )}
    </>
  )
}

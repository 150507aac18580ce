import { lazy, memo, Suspense } from 'react'
import styles from './markdown.module.css'
import type { MarkdownWords } from './markdown-words.ts'
import { reveal } from './reveal.ts'
import { splitBlocks } from './split-blocks.ts'

const Rendered = lazy(async () => ({ default: (await import('./markdown-render.tsx')).MarkdownRender }))

const Block = memo(function Block({ text, words }: { text: string; words: MarkdownWords }) {
  // Until the renderer is there the text itself is shown: nothing waits for code to load.
  return (
    <Suspense fallback={<p className={styles.plain}>{text}</p>}>
      <Rendered text={text} words={words} />
    </Suspense>
  )
})

/**
 * Untrusted Markdown: sanitized, and it never fetches anything. While `open` it is drawn in blocks, so that a
 * growing text parses only its last block again.
 */
export const Markdown = memo(function Markdown({
  text,
  open,
  words,
}: {
  text: string
  open?: boolean
  words: MarkdownWords
}) {
  const shown = reveal(text)
  const blocks = open ? splitBlocks(shown) : [shown]
  return (
    <div className={styles.markdown}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks only grow at the end, so their place is their name
        <Block key={`block-${at + 1}`} text={block} words={words} />
      ))}
    </div>
  )
})

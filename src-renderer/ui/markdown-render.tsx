import { ImageOff } from 'lucide-react'
import { useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import styles from './markdown.module.css'
import type { MarkdownWords } from './markdown-words.ts'

function hostOf(address: string): string {
  try {
    return new URL(address).host || address
  } catch {
    return ''
  }
}

/** Only an address the operating system's browser may be asked for becomes a link; all else is text to copy. */
function Link({ href, children, words }: { href: string; children: React.ReactNode; words: MarkdownWords }) {
  const host = hostOf(href)
  if (/^https:\/\//i.test(href)) {
    return (
      <a href={href} target="_blank" rel="noreferrer noopener" title={href}>
        {children}
        <small className={styles.host}>{host}</small>
      </a>
    )
  }
  // The renderer has already emptied an address that could run or read something.
  if (href === '') return <span>{children}</span>
  return (
    <button
      type="button"
      className={styles.copyLink}
      title={`${words.copyLink}: ${href}`}
      onClick={() => void navigator.clipboard.writeText(href)}
    >
      {children}
      <small className={styles.host}>{host || href}</small>
    </button>
  )
}

function components(words: MarkdownWords): Components {
  return {
    a: ({ href, children }) => (
      <Link href={href ?? ''} words={words}>
        {children}
      </Link>
    ),
    img: ({ src, alt }) => {
      const host = typeof src === 'string' ? hostOf(src) : ''
      return (
        <span className={styles.image} role="img" aria-label={alt || words.imageHere}>
          <ImageOff size={13} aria-hidden />
          {alt ? `${alt} · ` : ''}
          {host ? words.imageFrom(host) : words.imageHere}
        </span>
      )
    },
    table: ({ children }) => (
      <div className={styles.wide}>
        <table>{children}</table>
      </div>
    ),
  }
}

const sanitize = [rehypeSanitize]
const gfm = [remarkGfm]

export function MarkdownRender({ text, words }: { text: string; words: MarkdownWords }) {
  const parts = useMemo(() => components(words), [words])
  return (
    // The address is judged by Link and img above, and nothing here is ever fetched.
    <ReactMarkdown remarkPlugins={gfm} rehypePlugins={sanitize} components={parts} skipHtml>
      {text}
    </ReactMarkdown>
  )
}
